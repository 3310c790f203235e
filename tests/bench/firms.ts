// Calls of one firm of 20,000 people that is alone, and of one beside 1,000 firms of 200 people each, in one run and in turn:
// `npm run bench -- firms`. Prints requests a second of 16 connections, their ratio, and how long the slowest of a hundred takes.
import { fillFirms } from '../support/manyRows.ts'
import { inFirm, load, percentile, print, startLoaded, type Target } from './load.ts'

const rounds = 5

type Product = Awaited<ReturnType<typeof startLoaded>>

const updateOf = async ({ url, port, token }: Product): Promise<Target> => {
  const [first] = await inFirm<{ id: string }>(url, [
    `select min(id) as id from lawyers where firm_id = 1 and code_key like 'b%'`,
  ])
  const body = (connection: number, nth: number) =>
    JSON.stringify({ id: Number(first!.id) + connection, team: `组${nth}`, version: 1 + nth })
  return { port, method: 'POST', path: '/api/lawyer/update', body, token }
}

const loneFirm = await startLoaded()
const among = await startLoaded([fillFirms(1_000, 200)])
try {
  const updates = { alone: await updateOf(loneFirm), among: await updateOf(among) }
  const calls: Record<string, { alone: Target; among: Target }> = {
    'a page of people': { alone: loneFirm.page, among: among.page },
    'one record': { alone: loneFirm.record, among: among.record },
    'an update with its log row': updates,
  }
  print('| call | alone, a second | among 1,000 firms | ratio | p99 alone, ms | p99 among, ms |')
  print('| --- | --: | --: | --: | --: | --: |')
  for (const [name, targets] of Object.entries(calls)) {
    const found = { alone: [] as number[], among: [] as number[] }
    const slowest = { alone: Infinity, among: Infinity }
    await load([targets.alone])
    await load([targets.among])
    for (let round = 0; round < rounds; round++)
      for (const side of ['alone', 'among'] as const) {
        const { rate, p99 } = await load([targets[side]])
        found[side].push(rate)
        slowest[side] = Math.min(slowest[side], p99)
      }
    const [aloneRate, amongRate] = [percentile(found.alone, 0.5), percentile(found.among, 0.5)]
    const figures = [aloneRate.toFixed(0), amongRate.toFixed(0), (amongRate / aloneRate).toFixed(2)]
    print(`| ${[name, ...figures, slowest.alone.toFixed(0), slowest.among.toFixed(0)].join(' | ')} |`)
  }
} finally {
  await among.stop()
  await loneFirm.stop()
}
