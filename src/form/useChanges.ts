import { useMemo } from 'react'
import { useFormState } from 'react-hook-form'

import { changedNames } from '../../providers/changes.ts'
import { useDeferredValues } from '../shell/useDeferredValues.ts'

/** The names of the fields that truly differ from what was loaded, whatever was touched on the way. */
export const useChanges = (names: readonly string[]) => {
  const values = useDeferredValues()
  const { defaultValues: before = {} } = useFormState()
  const changed = useMemo(() => changedNames(names, before, values), [names, before, values])
  return { values, changed }
}
