import { type ReactNode, useMemo, useState } from 'react'

import { changedNames } from '../../../providers/changes.ts'
import { isSame } from '../../../resources/domain/sameness.ts'
import { type Fields, kindOf } from '../../../resources/kit/index.ts'
import { type FieldFormOptions, type FieldFormState, useFieldForm } from '../plain/useFieldForm.ts'
import { useFormValues } from '../useFormValues.ts'
import { DraftOffer } from './DraftOffer.tsx'
import { usePersisted } from './usePersisted.ts'

type Options<F extends Fields> = FieldFormOptions<F> & {
  /** Unique name of the form with the record that it is about. */
  draftName: string
  /** Version of that record, if what was typed may no longer fit after somebody changed it. */
  version?: number | null
  /** Whether the values are being sent, where `onSave` only begins that; otherwise they are sent once it has resolved. */
  isSending?: boolean
}

export type KeptFormState = FieldFormState & {
  /** Offers what was typed on an earlier visit; shown above the fields. */
  draftOffer: ReactNode
  /** Keeps the latest values, because the form is being left. */
  keep: () => void
}

/**
 * `useFieldForm` whose values stay in this browser until they are sent, without passwords and other secrets, and are offered to
 * the same user when the form opens again.
 */
export const useKeptForm = <F extends Fields>(
  fields: F,
  { draftName, version = null, isSending, onSave, ...options }: Options<F>,
): KeptFormState => {
  /** The values that were sent, which are no draft, although the record gets another version by them. */
  const [sent, setSent] = useState<Record<string, unknown> | null>(null)
  const form: FieldFormState = useFieldForm(fields, {
    ...options,
    onSave: async values => {
      // What is typed while they are being sent is a draft again.
      const sending = form.methods.getValues()
      const errors = await onSave(values)
      if (!errors) {
        if (isSending === undefined) setSent(sending)
        forget()
      }
      return errors
    },
  })
  const { methods } = form
  const typed = useFormValues(methods)
  const names = useMemo(() => {
    const declared: Fields = fields
    return Object.keys(declared).filter(name => !kindOf(declared[name]!).isSecret)
  }, [fields])
  const values = useMemo(() => {
    const changed = changedNames(names, methods.formState.defaultValues ?? {}, typed)
    const isSent = sent !== null && changed.every(name => isSame(typed[name], sent[name]))
    if (changed.length === 0 || isSending || isSent) return null
    return Object.fromEntries(changed.map(name => [name, typed[name] ?? null]))
  }, [names, methods, typed, isSending, sent])
  const { offered, close, keep, forget } = usePersisted({ values, version, name: draftName })
  const restore = () => {
    for (const name of names)
      if (offered && name in offered.values)
        methods.setValue(name, offered.values[name], { shouldDirty: true })
    close()
  }
  return {
    ...form,
    draftOffer: offered && <DraftOffer offered={offered} restore={restore} forget={forget} />,
    keep,
  }
}
