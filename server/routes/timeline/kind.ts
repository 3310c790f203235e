import type { z } from 'zod'

import type { Fields, ReferenceNames } from '../../../resources/kit/index.ts'
import type { fieldChange } from '../../../resources/domain/change.ts'
import type { Context } from '../../context/context.ts'

type Values = Readonly<Record<string, unknown>>

/** The call that changes a record, as the engine performs it: with its right, its switch, its schema and its handler. */
export type PermittedCall = {
  may: (context: Context) => boolean
  /** Throws if the caller lacks the right or the feature is switched off. */
  permit: (context: Context) => void
  perform: (context: Context, input: Values) => Promise<unknown>
}

/** Records whose earlier values are only in the log, as texts. */
export type LoggedKind = {
  fields: Fields
  /** The record as the call for one record answers it. */
  read: (context: Context, id: number) => Promise<Values>
  /** The names of the records that the values refer to. */
  names: (context: Context, fields: Fields, values: Values) => Promise<ReferenceNames>
  /** The value that a text describes; undefined if the text does not determine it. */
  valueOf: (context: Context, name: string, text: string) => Promise<unknown>
  /** The names of the fields that the call accepts. */
  accepts: ReadonlySet<string>
  update: PermittedCall
  /** The input of that call. A setting is saved as a whole. */
  inputFor: (id: number, current: Values, patch: Values) => Values
}

/** Records of which every version is kept. */
export type RevisedKind = {
  read: (context: Context, id: number) => Promise<Values>
  restore: PermittedCall
  /** Name of the id in the input of that call. */
  id: string
}

export type TimelineKinds = {
  logged: Readonly<Record<string, LoggedKind>>
  revised: { cards: RevisedKind; articles: RevisedKind }
}

export type FieldToRestore = z.output<typeof fieldChange> & { why: string | null }
