import type { Finding } from '../../../resources/domain/finding.ts'
import type { RuleId } from '../../../resources/domain/ruleCatalogue.ts'
import type { Sides } from './sides.ts'
import type { Example, RehearsedType, Tally } from './tally.ts'

/** Notes a text in which the rules that are switched on find something, or those that are switched off found it. */
export const compareFindings = (
  { findsMore, findsLess }: Sides,
  findingsOf: (only: readonly RuleId[]) => readonly Finding[],
  [type, example]: readonly [RehearsedType, Example],
  tally: Tally,
) => {
  for (const [effect, only] of [
    ['found', findsMore],
    ['gone', findsLess],
  ] as const) {
    const [finding] = only.length > 0 ? findingsOf(only) : []
    if (finding) tally.add(effect, type, { ...example, text: finding.text })
  }
}
