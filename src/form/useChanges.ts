import { useMemo } from 'react'
import { useFormState, type UseFormReturn } from 'react-hook-form'

import { changedNames } from '../../providers/changes.ts'
import { useFormValues } from './useFormValues.ts'
import type { FormValues } from './undoable/intent.ts'

type Options = {
  methods: UseFormReturn
  names: readonly string[]
  applies: (name: string, values: FormValues) => boolean
}

/** Names of the fields whose values differ from the loaded ones; a change that was undone does not count. */
export const useChanges = ({ methods, names, applies }: Options) => {
  const values = useFormValues(methods)
  const { defaultValues: saved = {} } = useFormState({ control: methods.control })
  const changed = useMemo(
    () => changedNames(names, saved, values).filter(name => applies(name, values)),
    [names, applies, saved, values],
  )
  return { values, changed }
}
