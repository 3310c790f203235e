import { useQueryClient } from '@tanstack/react-query'
import { useCreate, useUpdate } from 'ra-core'
import { useState } from 'react'

import { CallError, sentenceOf } from '../../../providers/envelope.ts'
import type { AnyRecord, AnyResource, FieldErrors } from '../../../resources/kit/index.ts'
import { refreshRows } from '../../actions/refreshRows.ts'
import type { Conflict } from './ConflictDialog.tsx'

export type Values = Record<string, unknown>
/** Form pages read records under their own key, so that a row of a list never fills a form. */
export const detail = { detail: true }

type Result =
  | { kind: 'saved'; record: AnyRecord }
  | { kind: 'wrong'; errors: FieldErrors }
  | { kind: 'conflict'; conflict: Conflict }
  | { kind: 'failed'; message: string; requestId: string | undefined }

/** A duplicate names its field; the sentence then belongs there. */
const fieldErrorsIn = (error: CallError): FieldErrors | null => {
  if (error.body.errors) return error.body.errors
  const { field } = (error.data ?? {}) as { field?: unknown }
  return error.code === '4092' && typeof field === 'string' ? { [field]: error.message } : null
}

const resultOf = (error: unknown): Result => {
  if (!(error instanceof CallError))
    return { kind: 'failed', message: sentenceOf(error), requestId: undefined }
  const errors = fieldErrorsIn(error)
  if (errors) return { kind: 'wrong', errors }
  if (error.code === '4090' && (error.data as Conflict | null)?.current)
    return { kind: 'conflict', conflict: error.data as Conflict }
  return { kind: 'failed', message: sentenceOf(error), requestId: error.requestId }
}

/** Writes a form: what came of it is a value, so that no way of failing is forgotten. */
export const useSave = ({ name }: Pick<AnyResource, 'name'>) => {
  const client = useQueryClient()
  const [create] = useCreate<AnyRecord>()
  const [update] = useUpdate<AnyRecord>()
  const [isSaving, setSaving] = useState(false)

  const write = async (values: Values, base: AnyRecord | null) => {
    const options = { returnPromise: true } as const
    if (!base) return create(name, { data: values }, options) as Promise<AnyRecord>
    const params = { id: base.id, data: values, previousData: base, meta: detail }
    return update(name, params, options) as Promise<AnyRecord>
  }
  /** Creates without `base`, updates upon it otherwise. */
  const save = async (values: Values, base: AnyRecord | null): Promise<Result> => {
    setSaving(true)
    try {
      const record = await write(values, base)
      void refreshRows(client)
      return { kind: 'saved', record }
    } catch (error) {
      return resultOf(error)
    } finally {
      setSaving(false)
    }
  }
  return { save, isSaving }
}
