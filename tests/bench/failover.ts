// Kills a primary with a synchronous standby under load and promotes the standby, five times, with two processes of
// the product: `npm run bench -- failover`. Needs the distribution's PostgreSQL. Prints what the callers saw, and
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
  const measured = await runFailover({ beforeMs: 4_000, afterMs: 4_000, promoteAfterMs })
  const codes = Object.entries(measured.codes).map(([code, count]) => `${code}: ${count}`)
  const log = measured.isLogWhole ? 'whole' : 'broken'
  const numbers = [
    measured.acknowledged,
    measured.lost.length,
    promoteAfterMs,
    measured.promotionMs,
    measured.failingMs,
  ]
  print(`| ${[...numbers, measured.slowestMs, codes.join(', ') || '–', log].join(' | ')} |`)
}
