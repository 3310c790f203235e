import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'

import type { Fields } from '../../../resources/kit/index.ts'
import type { FormValues } from '../undoable/intent.ts'
import type { DraftStore } from './draftStore.ts'
import { useAutosave } from './useAutosave.ts'
import { useDrafts } from './useDrafts.ts'
import { useLeaving, useLeftDrafts } from './useLeftDrafts.ts'
import { useStable } from './useStable.ts'

type Options = {
  methods: UseFormReturn
  store: DraftStore
  /** The fields whose values a draft may keep. */
  storable: Fields
  version: number | null
  values: FormValues
  /** Names of the fields that differ from the saved values. */
  changed: readonly string[]
  /** Whether editing is disabled. */
  isLocked: boolean
}

/** The drafts of a form: restoring the last one, and autosaving the current values. */
export const useUnsaved = (options: Options) => {
  const { methods, store, storable, version, values, changed, isLocked } = options
  const unsaved = useStable(
    changed.length > 0 ? Object.fromEntries(changed.map(name => [name, values[name] ?? null])) : null,
  )
  const left = useLeftDrafts(store.name)
  const drafts = useDrafts({ methods, fields: storable, version, unsaved, store, left })
  const { save } = store
  const isPaused = drafts.isPending || drafts.offers.length > 0 || isLocked
  const autosave = useAutosave({ save, version, values: save && unsaved, isPaused })
  const { follow } = autosave
  const isUntaken = autosave.state.kind === 'stopped' || autosave.state.kind === 'failed'
  useLeaving({ store: left.store, version, values: isUntaken ? drafts.storable : null })
  useEffect(() => follow(drafts.savedAt), [follow, drafts.savedAt])
  return { drafts, autosave }
}
