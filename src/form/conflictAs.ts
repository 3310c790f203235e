import { CallError } from '../../providers/envelope.ts'
import { type AnyRecord, isPlain } from '../../resources/kit/index.ts'

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
