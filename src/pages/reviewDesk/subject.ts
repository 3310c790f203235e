import type { SendOptions } from '../../../providers/request.ts'
import type { Finding } from '../../../resources/domain/finding.ts'
import type { ReviewSubject } from '../../../resources/domain/refusal.ts'
import type { AnyRecord, Fields, OutputOf } from '../../../resources/kit/index.ts'
import type { reviews } from '../../../resources/reviews.ts'
import type { RefusalReasons } from '../../review/RefuseDialog.tsx'

export type Queue = OutputOf<(typeof reviews.calls)['queue']>
export type QueueRow = Queue['records'][number]

/** Ids alone repeat among the kinds. */
export const queueKeyOf = ({ kind, id }: Pick<QueueRow, 'kind' | 'id'>) => `${kind} ${id}`

type Values = Readonly<Record<string, unknown>>

/** What is decided about, of whatever kind: what waits of it, and how it is decided. */
export type Subject = {
  key: string
  title: string
  /** What there is to see, in a few words. */
  heading: string
  record: AnyRecord & { version: number }
  fields: Fields
  /** Fields to show values by, whose choices are in the record's own language; `fields` when absent. */
  displayFields?: Fields
  /** The fields that wait. */
  names: readonly string[]
  unchanged: readonly string[]
  /** What is public; null where nothing is. */
  published: Values | null
  otherLanguage: { caption: string; lang: string; displayFields: Fields; record: AnyRecord } | null
  findings: readonly Finding[]
  /** What else deserves a look. */
  hints: readonly string[]
  /** Its own page. */
  path: string
  mayCorrect: (name: string) => boolean
  consequence: string
  refusal: { verb: string; hint: string; isByField: boolean; refused: ReviewSubject }
  /** Makes the decision about what was looked at, corrected so. */
  decide: (decided: { patch: Values; refusal?: RefusalReasons }) => {
    /** What is sent, to tell its size. */
    input: object
    send: (options: SendOptions) => Promise<unknown>
  }
}
