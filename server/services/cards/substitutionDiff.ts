import type { Context } from '../../context/context.ts'
import type { LogDiff } from '../../db/tables.ts'
import { representedReviewer } from '../directory/substitutes.ts'

/** For the log of a review: in whose place the caller acts for a card of this office; empty by the own right. */
export const substitutionDiff = (context: Context, office: number): LogDiff => {
  const represented = representedReviewer(context, office)
  return represented
    ? [{ field: 'substituteFor', label: '代审', before: '', after: represented.name, masked: 0 }]
    : []
}
