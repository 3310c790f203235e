// The product's calls beside a bare server with the same queries on the same rows, in one run: `npm run bench:calls`.
// 20,000 people, 16 connections; prints requests a second, their ratio, and how long the slowest of a hundred takes; then
// a mixed load, and the memory of the process at rest, with 200 connections and after them.
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
  const fromBare = (method: string, path: string): Target => ({ port: barePort, method, path })
  const memory = [memoryOf(product.pid)]
  const update: Target = {
    port,
    method: 'POST',
    path: '/api/lawyer/update',
    body: (connection, nth) =>
      JSON.stringify({ id: firstId + connection, team: `组${nth}`, version: 1 + nth }),
    token,
  }
  const calls: Record<string, { ours: Target; bare: Target }> = {
    'a page of people': { ours: page, bare: fromBare('GET', '/list') },
    'one record': { ours: record, bare: fromBare('GET', `/record?${product.postId}`) },
    'an update with its log row': { ours: update, bare: fromBare('POST', '/update') },
  }
  print('| call | ours, a second | bare, a second | ratio | ours, p99 ms |\n| --- | --: | --: | --: | --: |')
  for (const [name, targets] of Object.entries(calls)) {
    const rates = { ours: [] as number[], bare: [] as number[] }
    let p99 = Infinity
    await Promise.all([load([targets.ours]), load([targets.bare])])
    for (let round = 0; round < rounds; round++) {
      const mine = await load([targets.ours])
      rates.ours.push(mine.rate)
      p99 = Math.min(p99, mine.p99)
      rates.bare.push((await load([targets.bare])).rate)
    }
    const [ours, theirs] = [percentile(rates.ours, 0.5), percentile(rates.bare, 0.5)]
    print(
      `| ${name} | ${ours.toFixed(0)} | ${theirs.toFixed(0)} | ${(ours / theirs).toFixed(2)} | ${p99.toFixed(0)} |`,
    )
  }
  const threeReads = [page, record, record]
  const mixed = await load([...threeReads, ...threeReads, ...threeReads, update])
  print(`\nnine reads to a write: ${mixed.rate.toFixed(0)} a second, p99 ${mixed.p99.toFixed(0)} ms`)
  for (let round = 0; round < rounds; round++) {
    await load(threeReads, 200)
    memory.push(memoryOf(product.pid))
  }
  print(
    `memory at rest, and after each 4 s of 200 connections: ${memory.map(it => it.toFixed(0)).join(', ')} MB`,
  )
} finally {
  bare.child.kill()
  await product.stop()
}
