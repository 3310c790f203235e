import { type Finding, isSameFinding } from '../../../resources/domain/finding.ts'
import type { Example, RehearsedType, Tally } from './tally.ts'

/** Notes a text in which other rules find something more, or something less. */
export const compareFindings = (
  { present, draft }: Readonly<Record<'present' | 'draft', readonly Finding[]>>,
  type: RehearsedType,
  example: Example,
  tally: Tally,
) => {
  const firstNotIn = (some: readonly Finding[], others: readonly Finding[]) =>
    some.find(it => !others.some(other => isSameFinding(it, other)))
  for (const [effect, finding] of [
    ['found', firstNotIn(draft, present)],
    ['gone', firstNotIn(present, draft)],
  ] as const)
    if (finding) tally.add(effect, type, { ...example, text: finding.text })
}
