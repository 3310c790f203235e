import { firmDay } from '../../../resources/kit/firmTime.ts'
import { holdAsk } from '../../../resources/domain/hold.ts'
import { createdColumns } from '../../context/actor.ts'
import { invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { holds } from '../../db/tables.ts'
import { diffOf, log } from '../audit/audit.ts'

/**
 * The subject of a log row about a hold: the hold itself, in the log of the main office. A person reads the rows about the own
 * record, and a branch those about its records, and neither has the right to see holds.
 */
export const holdTarget = (id: number, name: string) => ({ type: 'holds', id, name, organizationId: null })

const kinds = { lawyers: 1, articles: 2, offices: 3 } as const

/** Holds a record that the caller has found and locked. */
export const placeHold = async (
  context: Context,
  { id: targetId, name: targetName }: { id: number; name: string },
  kind: keyof typeof kinds,
  { endOn, reason }: { endOn: string; reason: string },
) => {
  if (endOn < firmDay(context.now)) throw invalid({ endOn: '保全至的日期不能早于今天' })
  const [row] = await context.db
    .insert(holds)
    .values({
      kind: kinds[kind],
      targetId,
      targetName,
      reason,
      endOn,
      ...createdColumns(context),
    })
    .returning({ id: holds.id })
  await log(context, {
    module: 14,
    action: 'hold',
    target: holdTarget(row!.id, targetName),
    diff: diffOf({ endOn: holdAsk.endOn }, {}, { endOn }),
    reason,
  })
  return row!
}
