// Kills a primary with a synchronous standby under load and promotes the standby, five times, with two processes of
// the product: `npm run bench:failover`. Needs the distribution's PostgreSQL. Prints what the callers saw, and
// whether acknowledged data is lost.
import { runFailover } from '../support/failoverRun.ts'
import { print } from './load.ts'

const rounds = 5

print(
  '| writes acknowledged | of them lost | promoted after, ms | promotion, ms | calls fail for, ms | slowest answer, ms | failed calls by code | log |',
)
print('| --: | --: | --: | --: | --: | --: | --- | --- |')
for (let round = 0; round < rounds; round++) {
  const promoteAfterMs = 500 * (round + 1)
  const seen = await runFailover({ beforeMs: 4_000, afterMs: 4_000, promoteAfterMs })
  const codes = Object.entries(seen.codes).map(([code, count]) => `${code}: ${count}`)
  const log = seen.isLogWhole ? 'whole' : 'broken'
  const numbers = [seen.acknowledged, seen.lost.length, promoteAfterMs, seen.promotionMs, seen.failingMs]
  print(`| ${[...numbers, seen.slowestMs, codes.join(', ') || '–', log].join(' | ')} |`)
}
