import type { LogModule } from '../../../resources/domain/logVocabulary.ts'
import type { Context } from '../../context/context.ts'
import type { FrozenRow } from '../../context/handlers.ts'

export type Row = Readonly<Record<string, unknown>> & { id: number }
export type Answers = Readonly<Record<string, unknown>>

/** One action of an entity, as it is taken on many records. */
export type BulkAction = {
  label: string
  /** The action that takes it back. */
  undo?: string | undefined
  /** Its dialog asks for a reason. */
  asksReason: boolean
  /** The fields that it overwrites, where it changes fields. */
  fields: readonly string[]
  /** Throws where the caller has not the right, its switch is off, or the demanded reason is missing. */
  permit: (context: Context, reason: string | null) => void
  /** What the dialog asked, read by its fields; throws what is wrong with it. */
  parse: (answers: Answers) => Record<string, unknown>
  isOffered: (row: Row) => boolean
  /** Does it to one record, as the call does that takes it alone. */
  perform: (row: Row, answers: Answers, context: Context) => Promise<unknown>
}

/** The records of one entity, and what can be done with all of a filter. */
export type BulkKind = {
  label: string
  logModule: LogModule
  actions: Readonly<Record<string, BulkAction>>
  /** The filter as the list takes it; throws what is wrong with it. */
  parseFilter: (filter: Answers) => Answers
  /** What of a filter the list cannot be read without. */
  paramsOf: (filter: Answers) => Answers
  /** The records that the list finds now, but no more than `most`. */
  freeze: (context: Context, filter: Answers, most: number) => Promise<FrozenRow[]>
  /** Those of these records that the caller still reaches, as the list shows them. */
  rows: (context: Context, params: Answers, ids: readonly number[]) => Promise<Row[]>
  /** The version of a record that the caller still reaches; null where there is none. */
  versionOf: (context: Context, params: Answers, id: number) => Promise<number | null>
  nameOf: (row: Row) => string
}

export type BulkKinds = Readonly<Record<string, BulkKind>>
