import type { SendOptions } from '../../../../providers/request.ts'
import type { Finding } from '../../../../resources/domain/finding.ts'
import type { RefusedSubject } from '../../../../resources/domain/refusal.ts'
import type { AnyRecord, Fields, OutputOf } from '../../../../resources/kit/index.ts'
import type { reviews } from '../../../../resources/reviews.ts'
import type { SideCaptions } from '../../../review/FieldChange.tsx'
import type { RefusalReasons } from '../../../review/decisions/RefuseDialog.tsx'

export type ReviewQueue = OutputOf<(typeof reviews.calls)['queue']>
export type QueueRow = ReviewQueue['records'][number]

/** Key of a row; ids are unique within a kind only. */
export const queueKeyOf = ({ kind, id }: Pick<QueueRow, 'kind' | 'id'>) => `${kind} ${id}`

type Values = Readonly<Record<string, unknown>>

type Decided = {
  patch: Values
  refusal?: RefusalReasons
  /** The day from which an approved change is public. */
  effectiveOn?: string | undefined
}

/** An item under review, independent of its kind: its changes, and how it is decided. */
export type ReviewSubject = {
  key: string
  title: string
  /** One-line summary of the item. */
  heading: string
  record: AnyRecord & { version: number }
  fields: Fields
  /** Fields for displaying values, with choices in the language of the record; `fields` by default. */
  displayFields?: Fields
  /** Names of the changed fields. */
  names: readonly string[]
  unchanged: readonly string[]
  /** Published values; null if nothing has been published. */
  published: Values | null
  otherLanguage: { caption: string; lang: string; displayFields: Fields; record: AnyRecord } | null
  findings: readonly Finding[]
  /** Further remarks for the reviewer. */
  hints: readonly string[]
  /** Address of the record's own page. */
  path: string
  mayCorrect: (name: string) => boolean
  /** Present if an approval can name a later day; `proposedOn` is the wish of the owner. */
  schedule?: { proposedOn: string | null } | undefined
  consequence: string
  /** False if the item can only be refused at present. */
  mayApprove?: boolean
  /** Captions of the two sides of a change; by default 已发布 and 待审. */
  captions?: SideCaptions
  refusal: { verb: string; hint: string; isByField: boolean; refused?: RefusedSubject }
  /** Creates the request for a decision with the given corrections. */
  decide: (decided: Decided) => {
    /** Input of the request, used to measure its size. */
    input: object
    send: (options: SendOptions) => Promise<unknown>
  }
}
