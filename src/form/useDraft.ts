import { useMemo } from 'react'
import { useFormContext } from 'react-hook-form'

import { isSame } from '../../resources/domain/sameness.ts'
import type { Fields } from '../../resources/kit/index.ts'
import { isSecret } from '../fields/kinds.tsx'
import { useChanges } from './useChanges.ts'
import { usePersisted } from './usePersisted.ts'

/** The draft of a form: only changed fields, so that restoring them leaves alone what others saved meanwhile. */
export const useDraft = (fields: Fields, version: number | null, name?: string) => {
  const { setValue, getValues } = useFormContext()
  const names = useMemo(() => Object.keys(fields).filter(it => !isSecret(fields[it]!)), [fields])
  const { values, changed } = useChanges(names)
  const unsaved = useMemo(
    () =>
      changed.length > 0 ? Object.fromEntries(changed.map(field => [field, values[field] ?? null])) : null,
    [changed, values],
  )
  const { offered, close, forget } = usePersisted({ values: unsaved, version, name })
  const restorable = Object.entries(offered?.values ?? {}).filter(
    ([field, value]) => names.includes(field) && !isSame(getValues(field), value),
  )
  return {
    /** What was kept and is not what the form shows; null when there is nothing to offer. */
    offered: restorable.length > 0 ? offered : null,
    restore: () => {
      for (const [field, value] of restorable) setValue(field, value, { shouldDirty: true })
      close()
    },
    forget,
  }
}
