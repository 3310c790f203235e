// Compares the product's calls with a bare server that runs the same queries on the same rows, in one run: `npm run
// bench -- calls`. With 20,000 people and 16 connections it prints requests per second, their ratio and the 99th
// percentile of the response time for each call and for a mixed load, then the memory of the process when idle, with
// 200 connections and afterwards.
import { runServer, until } from '../support/process.ts'
import { inFirm, load, memoryOf, percentile, print, startLoaded, type Target } from './load.ts'

// Promise Q57 (server/promises.md).

const rounds = 3

const product = await startLoaded([
  'create table bare_logs (id bigserial primary key, text text, created_at timestamptz)',
])
const [first] = await inFirm<{ id: string }>(product.url, [
  `select min(id) as id from lawyers where code_key like 'b%'`,
])
const firstId = Number(first!.id)
const bare = runServer({ DATABASE_URL: product.url }, { entry: 'tests/bench/bare.ts' })
try {
  const { port, page, record, token } = product
  const barePort = await until(async () => Number(/"port":(\d+)/.exec(bare.output())?.[1]) || undefined)
  const fromBare = (method: string, path: string): Target => ({ port: barePort, method, path, token })
  const memory = [memoryOf(product.pid)]
  const update: Target = {
    port,
    method: 'POST',
    path: '/api/lawyer/update',
    body: (connection, nth) =>
      JSON.stringify({ id: firstId + connection, team: `组${nth}`, version: 1 + nth }),
    token,
  }
  const [barePage, bareRecord] = [fromBare('GET', '/list'), fromBare('GET', `/record?${product.postId}`)]
  const bareUpdate = fromBare('POST', '/update')
  const mixed = (list: Target, one: Target, write: Target) => [
    ...Array.from({ length: 3 }, () => [list, one, one]).flat(),
    write,
  ]
  const calls: Record<string, { ours: readonly Target[]; bare: readonly Target[] }> = {
    'a page of people': { ours: [page], bare: [barePage] },
    'one record': { ours: [record], bare: [bareRecord] },
    'an update with its log row': { ours: [update], bare: [bareUpdate] },
    'nine reads to a write': {
      ours: mixed(page, record, update),
      bare: mixed(barePage, bareRecord, bareUpdate),
    },
  }
  print('| call | ours, a second | bare, a second | ratio | ours, p99 ms | bare, p99 ms |')
  print('| --- | --: | --: | --: | --: | --: |')
  for (const [name, targets] of Object.entries(calls)) {
    const [ours, theirs] = [
      { rates: [] as number[], p99: Infinity },
      { rates: [] as number[], p99: Infinity },
    ]
    const measure = async (targetsOf: readonly Target[], into: typeof ours) => {
      const { rate, p99 } = await load(targetsOf)
      into.rates.push(rate)
      into.p99 = Math.min(into.p99, p99)
    }
    await Promise.all([load(targets.ours), load(targets.bare)])
    for (let round = 0; round < rounds; round++) {
      await measure(targets.ours, ours)
      await measure(targets.bare, theirs)
    }
    const [mine, other] = [percentile(ours.rates, 0.5), percentile(theirs.rates, 0.5)]
    const rates = [mine.toFixed(0), other.toFixed(0), (mine / other).toFixed(2)]
    print(`| ${[name, ...rates, ours.p99.toFixed(0), theirs.p99.toFixed(0)].join(' | ')} |`)
  }
  for (let round = 0; round < rounds; round++) {
    await load([page, record, record], 200)
    memory.push(memoryOf(product.pid))
  }
  print(
    `memory at rest, and after each 4 s of 200 connections: ${memory.map(it => it.toFixed(0)).join(', ')} MB`,
  )
} finally {
  bare.child.kill()
  await product.stop()
}
