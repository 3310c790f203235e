import { CallError, errorSentence } from '../../../providers/envelope.ts'
import type { FieldErrors } from '../../../resources/domain/codes.ts'
import { type AnyRecord, isPlainObject } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'

/** Why saving failed, as shown in the save bar. */
export type SaveFailure = { message: string; requestId: string | undefined }

/** Data of a 4090 answer (docs/domain.md §0): the stored record, and who saved it when. */
export type Conflict = {
  current: Record<string, unknown> & { version: number }
  updatedBy: string | null
  updatedAt: string
}

/** The answer of a server that refuses a form: field errors, an edit conflict, or a message for the save bar. */
type Refusal =
  | { kind: 'wrong'; errors: FieldErrors }
  | { kind: 'conflict'; conflict: Conflict }
  | { kind: 'failed'; failure: SaveFailure }

/** Message of a failed call. If several fields are invalid, it is the message of the first one. */
export const failureOf = (error: unknown, translate: Translate): SaveFailure => {
  if (!(error instanceof CallError)) return { message: errorSentence(error, translate), requestId: undefined }
  const [wrong] = Object.values(error.body.errors ?? {})
  return { message: wrong ? translate(wrong) : errorSentence(error, translate), requestId: error.requestId }
}

/** Messages by field name; null if the error concerns no field. A duplicate (4092) names its field in the data. */
export const fieldErrorsFrom = (error: unknown): FieldErrors | null => {
  if (!(error instanceof CallError)) return null
  if (error.body.errors) return error.body.errors
  const field = isPlainObject(error.data) ? error.data['field'] : undefined
  return error.code === '4092' && typeof field === 'string' ? { [field]: error.message } : null
}

const isConflictData = (data: unknown): data is Conflict =>
  isPlainObject(data) && isPlainObject(data['current'])

export const refusalOf = (error: unknown, translate: Translate): Refusal => {
  const errors = fieldErrorsFrom(error)
  if (errors) return { kind: 'wrong', errors }
  if (error instanceof CallError && error.code === '4090' && isConflictData(error.data))
    return { kind: 'conflict', conflict: error.data }
  return { kind: 'failed', failure: failureOf(error, translate) }
}

/** Adapts field errors for a form whose fields have other names than the call's input. */
export const fieldErrorsAs = (error: unknown, rename: (name: string) => string) => {
  if (!(error instanceof CallError) || !error.body.errors) return error
  const { code, message, data, requestId, body } = error
  const errors = Object.fromEntries(
    Object.entries(body.errors ?? {}).map(([name, text]) => [rename(name), text]),
  )
  return new CallError({ code, message, data: { ...Object(data), errors }, requestId })
}

/**
 * Adapts a 4090 error for a form that edits one part of a document: the server answers with the whole document, and
 * `toRecord` extracts the fields of the form from it.
 */
export const conflictAs = (error: unknown, toRecord: (current: Record<string, unknown>) => AnyRecord) => {
  if (!(error instanceof CallError) || error.code !== '4090') return error
  const { code, message, data, requestId } = error
  if (!isPlainObject(data) || !isPlainObject(data['current'])) return error
  return new CallError({ code, message, data: { ...data, current: toRecord(data['current']) }, requestId })
}
