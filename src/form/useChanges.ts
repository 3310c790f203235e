import { useMemo } from 'react'
import { useFormState, type UseFormReturn } from 'react-hook-form'

import { changedNames } from '../../providers/changes.ts'
import { useFormValues } from '../shell/useFormValues.ts'
import type { Values } from './intent.ts'

type Options = {
  methods: UseFormReturn
  names: readonly string[]
  applies: (name: string, values: Values) => boolean
}

/** The names of the fields that truly differ from what was loaded, whatever was touched on the way. */
export const useChanges = ({ methods, names, applies }: Options) => {
  const values = useFormValues(methods)
  const { defaultValues: before = {} } = useFormState({ control: methods.control })
  const changed = useMemo(
    () => changedNames(names, before, values).filter(name => applies(name, values)),
    [names, applies, before, values],
  )
  return { values, changed }
}
