import { useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'

import type { Translate } from '../../resources/kit/translate.ts'
import { CallError, sentenceOf } from '../../providers/envelope.ts'
import type { FieldErrors } from '../../resources/domain/codes.ts'
import { type AnyRecord, isPlain } from '../../resources/kit/index.ts'
import { refreshRows } from './refreshRows.ts'
import type { Conflict } from './ConflictDialog.tsx'

export type Values = Record<string, unknown>

type Result =
  | { kind: 'saved'; record: AnyRecord }
  | { kind: 'wrong'; errors: FieldErrors }
  | { kind: 'conflict'; conflict: Conflict }
  | { kind: 'failed'; message: string; requestId: string | undefined }

/** A duplicate names its field; the sentence then belongs there. */
const fieldErrorsIn = (error: CallError): FieldErrors | null => {
  if (error.body.errors) return error.body.errors
  const field = isPlain(error.data) ? error.data['field'] : undefined
  return error.code === '4092' && typeof field === 'string' ? { [field]: error.message } : null
}

const isConflict = (data: unknown): data is Conflict => isPlain(data) && isPlain(data['current'])

const resultOf = (error: unknown, translate: Translate): Result => {
  if (!(error instanceof CallError))
    return { kind: 'failed', message: sentenceOf(error, translate), requestId: undefined }
  const errors = fieldErrorsIn(error)
  if (errors) return { kind: 'wrong', errors }
  if (error.code === '4090' && isConflict(error.data)) return { kind: 'conflict', conflict: error.data }
  return { kind: 'failed', message: sentenceOf(error, translate), requestId: error.requestId }
}

/** Writes `data` upon `base`, or anew without one; answers the record as it then is. */
type Send = (data: Values, base: AnyRecord | null) => Promise<AnyRecord>

/** Sends a form: what came of it is a value, so that no way of failing is forgotten. */
export const useSending = (send: Send) => {
  const client = useQueryClient()
  const translate = useTranslate()
  const [isSaving, setSaving] = useState(false)
  const save = async (data: Values, base: AnyRecord | null): Promise<Result> => {
    setSaving(true)
    try {
      const record = await send(data, base)
      void refreshRows(client)
      return { kind: 'saved', record }
    } catch (error) {
      return resultOf(error, translate)
    } finally {
      setSaving(false)
    }
  }
  return { save, isSaving }
}
