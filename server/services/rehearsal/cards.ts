import { type CardField, cardFields } from '../../../resources/cards/index.ts'
import type { CompliancePerson } from '../../../resources/domain/compliance.ts'
import type { RuleId } from '../../../resources/domain/ruleCatalogue.ts'
import type { IgnoredFinding } from '../../../resources/domain/finding.ts'
import type { RevisionFacts, StoredCardContent } from '../../db/tables.ts'
import { cardFindings, publicationErrors } from '../cards/content.ts'
import { decideEdit, needsReview } from '../cards/decision.ts'
import type { RevisionKind } from '../cards/history.ts'
import { compareFindings } from './findings.ts'
import type { Side, Sides } from './sides.ts'
import type { Tally } from './tally.ts'

/** A revision of a card, with what is known of the card today. */
export type PastRevision = {
  id: number
  cardId: number
  kind: RevisionKind
  at: Date
  by: string | null
  facts: RevisionFacts | null
  /** The fields of the mandate under which it was made. */
  publishable: readonly string[] | null
  name: string
  language: 'CN' | 'EN'
  office: number
  person: CompliancePerson
  ignored: readonly IgnoredFinding[]
  /** Null where no rehearsed rule is about texts. */
  content: StoredCardContent | null
  /** Of a refusal. */
  reason: string | null
}
type Ruled = PastRevision & { facts: RevisionFacts }

/** What became of a revision, in history or under some rules. */
type Outcome = {
  /** The fields that would have kept it from being handed in or published. */
  stopped: readonly CardField[]
  locked: readonly CardField[]
  waits: boolean
  published: readonly CardField[]
}

const isByOwner = ({ facts }: Ruled) => facts.by !== 'administrator'
const isSubmission = (row: Ruled) => row.kind === 'submit' || (row.kind === 'approve' && isByOwner(row))
const isContentChange = ({ kind }: PastRevision) => kind === 'create' || kind === 'edit' || kind === 'restore'
/** A draft that nobody has seen is no decision: its submission is one. */
const isOwnersEdit = (row: Ruled) =>
  isContentChange(row) && isByOwner(row) && (row.facts.wasPublic || row.facts.published.length > 0)
const isPublication = (row: Ruled) => isContentChange(row) && row.facts.published.length > 0
/** Whether the text was handed in or published, and so checked by the promotion rules. */
const isChecked = (row: Ruled) => isSubmission(row) || isPublication(row)

const changedFields = ({ facts: { published, waiting } }: Ruled): CardField[] => [...published, ...waiting]

const rulesFor = ({ office, person, ignored, at }: Ruled, side: Side) => ({
  ...side.rulesOf(office),
  person,
  ignored,
  now: at,
})

/** Whether a finding or an error is about what was handed in or published, and not about what stayed a draft. */
const isAbout = (row: Ruled, name: string) =>
  isSubmission(row) || !row.facts.waiting.some(field => name === field || name.startsWith(`${field}[`))

const stoppedFields = (row: Ruled, side: Side): CardField[] => {
  const { content, language } = row
  if (!content || !isChecked(row)) return []
  const names = Object.keys(publicationErrors(content, language, rulesFor(row, side)))
  return cardFields.filter(field =>
    names.some(name => isAbout(row, name) && (name === field || name.startsWith(`${field}[`))),
  )
}

const outcomeUnder = (row: Ruled, side: Side, stopping = side): Outcome => {
  const { facts, publishable } = row
  const rules = side.rulesOf(row.office)
  const change = { isPublic: facts.wasPublic, differing: changedFields(row) }
  const decision = isOwnersEdit(row)
    ? decideEdit(rules, { ...change, edited: facts.edited, publishable: publishable ?? undefined })
    : { locked: [], published: facts.published }
  return {
    stopped: stoppedFields(row, stopping),
    waits: isSubmission(row) && needsReview(rules, change),
    ...decision,
  }
}

const recordedOutcome = ({ kind, facts }: Ruled): Outcome => ({
  stopped: [],
  locked: [],
  waits: kind === 'submit',
  published: facts.published,
})

const missingIn = (fields: readonly CardField[], others: readonly CardField[]) =>
  fields.filter(field => !others.includes(field))

const isSameOutcome = (one: Outcome, other: Outcome) =>
  one.stopped.length === other.stopped.length &&
  one.waits === other.waits &&
  one.locked.length === other.locked.length &&
  missingIn(one.published, other.published).length === 0 &&
  missingIn(other.published, one.published).length === 0

const exampleOf = ({ cardId, name, at, by }: Ruled, fields: readonly CardField[] = []) => ({
  id: cardId,
  name,
  at,
  by,
  fields,
})

const consider = (row: Ruled, verdict: PastRevision | undefined, tally: Tally) => {
  if (row.kind === 'submit') tally.consider('review', 'cards')
  if (row.kind === 'submit' && verdict?.kind === 'reject') tally.consider('refusal', 'cards')
  if (isByOwner(row) && (row.kind === 'approve' || isPublication(row))) tally.consider('publication', 'cards')
  if (isOwnersEdit(row)) tally.consider('edit', 'cards')
  if (isChecked(row)) tally.consider('text', 'cards')
}

/** Replays one change or submission; `verdict` is what followed a submission. */
const replay = (row: Ruled, verdict: PastRevision | undefined, sides: Sides, tally: Tally) => {
  const recorded = recordedOutcome(row)
  if (!isSameOutcome(recorded, outcomeUnder(row, sides.present))) {
    tally.totals.unlike += 1
    return
  }
  consider(row, verdict, tally)
  if (row.content && isChecked(row)) {
    const [content, rules] = [row.content, rulesFor(row, sides.draft)]
    const findingsOf = (only: readonly RuleId[]) =>
      cardFindings(content, rules, only).filter(({ field }) => isAbout(row, field))
    compareFindings(sides, findingsOf, ['cards', exampleOf(row)], tally)
  }
  const { stopped, locked, waits, published } = outcomeUnder(row, sides.draft, sides.stopping)
  const held = waits ? changedFields(row) : missingIn(recorded.published, published)
  if (stopped.length > 0) tally.add('stopped', 'cards', exampleOf(row, stopped))
  else if (locked.length > 0) tally.add('locked', 'cards', exampleOf(row, locked))
  else if (row.kind === 'submit') {
    if (waits) return
    tally.add('unneeded', 'cards', exampleOf(row, row.facts.waiting))
    if (verdict?.kind === 'reject')
      tally.add('refused', 'cards', { ...exampleOf(row, row.facts.waiting), text: verdict.reason })
  } else if (held.length > 0) tally.add('waiting', 'cards', exampleOf(row, held))
}

const verdictKinds: readonly RevisionKind[] = ['approve', 'reject', 'withdraw']

/** Replays revisions in the order of the latest first, in which the decision about a submission comes before it. */
export const createCardReplay = (sides: Sides, tally: Tally) => {
  const verdicts = new Map<number, PastRevision>()
  return (row: PastRevision) => {
    const { cardId, kind, facts } = row
    const verdict = verdicts.get(cardId)
    if (kind === 'submit') verdicts.delete(cardId)
    if (verdictKinds.includes(kind)) verdicts.set(cardId, row)
    if (!facts) {
      tally.totals.unlike += 1
      return
    }
    const ruled = { ...row, facts }
    if (isChecked(ruled) || isOwnersEdit(ruled)) replay(ruled, verdict, sides, tally)
  }
}
