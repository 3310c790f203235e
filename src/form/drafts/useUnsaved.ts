import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'

import type { Fields } from '../../../resources/kit/index.ts'
import type { Values } from '../intent.ts'
import type { DraftStore } from './draftStore.ts'
import { useAutosave } from './useAutosave.ts'
import { useDrafts } from './useDrafts.ts'
import { useStable } from './useStable.ts'

type Options = {
  methods: UseFormReturn
  store: DraftStore
  fields: Fields
  version: number | null
  values: Values
  /** The names of the fields that are not as they were saved. */
  changed: readonly string[]
  /** Nothing may be written at this time. */
  isLocked: boolean
}

/** The drafts of a form: here, on the server and from the last time. */
export const useUnsaved = ({ methods, store, fields, version, values, changed, isLocked }: Options) => {
  const unsaved = useStable(
    changed.length > 0 ? Object.fromEntries(changed.map(name => [name, values[name] ?? null])) : null,
  )
  const drafts = useDrafts({ methods, fields, version, unsaved, store })
  const { keep } = store
  const isPaused = drafts.isPending || drafts.offered !== null || isLocked
  const autosave = useAutosave({ keep, version, values: keep && unsaved, isPaused })
  const { follow } = autosave
  useEffect(() => follow(drafts.savedAt), [follow, drafts.savedAt])
  return { drafts, autosave }
}
