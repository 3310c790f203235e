import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext } from 'react-hook-form'

import type { AnyRecord } from '../../resources/kit/index.ts'
import type { Conflict } from './ConflictDialog.tsx'
import type { SaveFailure } from './failure.ts'
import { showServerErrors } from './showServerErrors.ts'
import { useOvertaken } from './useOvertaken.ts'
import type { useSending, Values } from './useSending.ts'

type Options = Pick<ReturnType<typeof useSending>, 'save'> & {
  names: readonly string[]
  base: AnyRecord | null
  isPlaceholder: boolean
  onSaved: (record: AnyRecord) => void
  forgetDraft: () => void
}

/** Sends a form, and puts what came of it where it belongs: to the fields, into the bar, before the user. */
export const useSubmit = ({ save, onSaved, forgetDraft, ...options }: Options) => {
  const { setError } = useFormContext()
  const [isDone, setDone] = useState(false)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [conflict, setConflict] = useState<{ conflict: Conflict; base: AnyRecord; mine: Values } | null>(null)
  const { overtaken, conflictIn } = useOvertaken(options)
  const showConflict = (found: Conflict, base: AnyRecord, mine: Values) =>
    setConflict({ conflict: found, base: { ...base, ...overtaken }, mine })
  const submit = async (values: Values, base: AnyRecord | null) => {
    setFailure(null)
    const result = await save(values, base)
    if (result.kind === 'conflict') return base ? showConflict(result.conflict, base, values) : undefined
    setConflict(null)
    if (result.kind === 'failed') return setFailure(result)
    if (result.kind === 'wrong') return showServerErrors(setError, result.errors)
    forgetDraft()
    // Before the page is left, the guard has to know that nothing is unsaved.
    flushSync(() => setDone(true))
    onSaved(result.record)
  }
  return {
    /** Upon the record that was read, unless that is to be chosen about first. */
    submit: async (values: Values) => {
      const { base } = options
      const found = base && conflictIn(values)
      return found ? showConflict(found, base, values) : submit(values, base)
    },
    /** What was chosen, upon the other's version. */
    resolve: submit,
    isDone,
    failure,
    conflict,
    closeConflict: () => setConflict(null),
  }
}
