import { useFormState, useWatch } from 'react-hook-form'

import { changedNames } from '../../../providers/changes.ts'

/** The names of the fields that truly differ from what was loaded, whatever was touched on the way. */
export const useChanges = (names: readonly string[]) => {
  const values = useWatch() as Record<string, unknown>
  const { defaultValues = {} } = useFormState()
  return { values, changed: changedNames(names, defaultValues as Record<string, unknown>, values) }
}
