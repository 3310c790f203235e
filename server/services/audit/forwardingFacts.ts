import type pg from 'pg'

import { logTargetNames, type LogTargetName } from '../../../resources/domain/logTargets.ts'
import type { Services } from '../../context/services.ts'

/** How far a target of the log is behind. */
export type ForwardingFacts = {
  target: LogTargetName
  /** Rows that it has not acknowledged, and seconds for which the oldest of them has been there. */
  behind: number
  oldestSeconds: number | null
  /** Since when it has accepted nothing of some firm's log, and why. */
  failingSince: Date | null
  failure: string | null
}

/** One row for each firm whose log the target lacks rows of; `$2` is one firm, or null for all that may be read. */
const statement = `
  select (head.seq - next.seq + 1)::float8 as behind,
    extract(epoch from now() - next.created_at)::float8 as seconds,
    forward.failing_since as "failingSince", forward.failure
  from log_heads as head
  left join log_forwards as forward on forward.firm_id = head.firm_id and forward.target = $1
  cross join lateral (select seq, created_at from logs
    where logs.firm_id = head.firm_id and logs.seq > coalesce(forward.seq, 0) order by seq limit 1) as next
  where head.seq > coalesce(forward.seq, 0) and ($2::int is null or head.firm_id = $2)`

type Row = { behind: number; seconds: number; failingSince: Date | null; failure: string | null }

const factsOf = (target: LogTargetName, rows: readonly Row[]): ForwardingFacts => {
  const [failing] = rows
    .filter(row => row.failingSince !== null)
    .toSorted((a, b) => a.failingSince!.getTime() - b.failingSince!.getTime())
  return {
    target,
    behind: rows.reduce((sum, row) => sum + row.behind, 0),
    oldestSeconds: rows.length > 0 ? Math.max(...rows.map(row => row.seconds)) : null,
    failingSince: failing?.failingSince ?? null,
    failure: failing?.failure ?? null,
  }
}

/** Reads what each target lacks of a firm's log, or, in a transaction that may read every firm, of all. */
export const readForwardingFacts = async (
  client: pg.ClientBase,
  targets: Services['logTargets'],
  firmId: number | null,
): Promise<ForwardingFacts[]> => {
  const facts: ForwardingFacts[] = []
  for (const target of logTargetNames.filter(name => targets[name])) {
    const { rows } = await client.query<Row>(statement, [target, firmId])
    facts.push(factsOf(target, rows))
  }
  return facts
}
