import { CallError, sentenceOf } from '../../providers/envelope.ts'
import type { FieldErrors } from '../../resources/domain/codes.ts'
import { type AnyRecord, isPlain } from '../../resources/kit/index.ts'
import type { Translate } from '../../resources/kit/translate.ts'

/** Why nothing was saved, as a bar shows it. */
export type SaveFailure = { message: string; requestId: string | undefined }

/** What a 4090 carries (domain.md, section 0). */
export type Conflict = {
  current: Record<string, unknown> & { version: number }
  updatedBy: string | null
  updatedAt: string
}

/** What a server that refuses a form says, by where it is shown: at the fields, in a dialog, in the bar. */
type Refusal =
  | { kind: 'wrong'; errors: FieldErrors }
  | { kind: 'conflict'; conflict: Conflict }
  | { kind: 'failed'; failure: SaveFailure }

/** A failed call; of several wrong fields the first one's sentence. */
export const failureOf = (error: unknown, translate: Translate): SaveFailure => {
  if (!(error instanceof CallError)) return { message: sentenceOf(error, translate), requestId: undefined }
  const [wrong] = Object.values(error.body.errors ?? {})
  return { message: wrong ? translate(wrong) : sentenceOf(error, translate), requestId: error.requestId }
}

/** What is wrong, by field; null where the error is about none. A duplicate (4092) names its field in the data. */
export const fieldErrorsOf = (error: unknown): FieldErrors | null => {
  if (!(error instanceof CallError)) return null
  if (error.body.errors) return error.body.errors
  const field = isPlain(error.data) ? error.data['field'] : undefined
  return error.code === '4092' && typeof field === 'string' ? { [field]: error.message } : null
}

const isConflict = (data: unknown): data is Conflict => isPlain(data) && isPlain(data['current'])

export const refusalOf = (error: unknown, translate: Translate): Refusal => {
  const errors = fieldErrorsOf(error)
  if (errors) return { kind: 'wrong', errors }
  if (error instanceof CallError && error.code === '4090' && isConflict(error.data))
    return { kind: 'conflict', conflict: error.data }
  return { kind: 'failed', failure: failureOf(error, translate) }
}

/**
 * What a form of a part of a document throws when somebody saved meanwhile: the server answers the whole document, and the
 * form compares its own fields, which `toRecord` finds in it.
 */
export const conflictAs = (error: unknown, toRecord: (current: Record<string, unknown>) => AnyRecord) => {
  if (!(error instanceof CallError) || error.code !== '4090') return error
  const { code, message, data, requestId } = error
  if (!isPlain(data) || !isPlain(data['current'])) return error
  return new CallError({ code, message, data: { ...data, current: toRecord(data['current']) }, requestId })
}
