import type { Field, Fields } from '../../../resources/kit/index.ts'
import type { LogModule } from '../../../resources/domain/logVocabulary.ts'
import type { Context } from '../../context/context.ts'
import type { FrozenRow } from '../../context/handlers.ts'

export type Row = Readonly<Record<string, unknown>> & { id: number }
export type Answers = Readonly<Record<string, unknown>>

export type Opposite = { resource: string; action: string }

/** One action of an entity, as a bulk action. */
export type BulkAction = {
  label: string
  /** The action that undoes it, by the names of its entity and of itself. */
  undo?: Opposite | undefined
  /** Whether its dialog asks for a reason. */
  asksReason: boolean
  /** For an edit: whether its values change the record, and the present values that undo it. */
  changeOf?: (row: Row, answers: Answers) => { before: Answers; isChanged: boolean }
  /** Throws if the caller lacks the right, a feature switch is off, or a required reason is missing. */
  permit: (context: Context, reason: string | null) => void
  /** Parses the answers of the dialog; throws the field errors. */
  parse: (answers: Answers) => Record<string, unknown>
  isOffered: (row: Row) => boolean
  /** Applies the action to one record through the handler of its single call. */
  perform: (row: Row, answers: Answers, context: Context) => Promise<unknown>
}

/** How the rows of an entity's exported list are compared with its records. */
export type SheetKind = {
  /** All columns that the file may have. */
  columns: Fields
  /** The columns that can be changed in the file. */
  editable: Fields
  /** Columns whose changes are refused; changes of other columns, such as counts, are ignored. */
  isRefused: (name: string) => boolean
  /** The cells of these columns as the export writes them, by record id. */
  describe: (context: Context, columns: Fields, rows: readonly Row[]) => Promise<Map<number, string[]>>
  /** The value of a cell's text; undefined if the text cannot be understood. */
  read: (context: Context, field: Field, text: string) => Promise<unknown>
}

/** One entity with its list and its bulk actions. */
export type BulkKind = {
  label: string
  logModule: LogModule
  actions: Readonly<Record<string, BulkAction>>
  /** Parses the filter as the list call does; throws the field errors. */
  parseFilter: (filter: Answers) => Answers
  /** The parameters that the list requires besides its filters. */
  paramsOf: (filter: Answers) => Answers
  /** The records that the list finds now, at most `most`. */
  freeze: (context: Context, filter: Answers, most: number) => Promise<FrozenRow[]>
  /** The rows of these records that are still in the caller's scope, as the list answers them. */
  rows: (context: Context, params: Answers, ids: readonly number[]) => Promise<Row[]>
  /** The version of a record in the caller's scope; null if it is not there. */
  versionOf: (context: Context, params: Answers, id: number) => Promise<number | null>
  nameOf: (row: Row) => string
  sheet?: SheetKind
}

export type BulkKinds = Readonly<Record<string, BulkKind>>
