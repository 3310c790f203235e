import { useLayoutEffect, useRef, useState } from 'react'
import { useFormState } from 'react-hook-form'

import { changedNames } from '../../providers/changes.ts'
import type { AnyRecord } from '../../resources/kit/index.ts'
import type { Conflict } from './ConflictDialog.tsx'
import type { Values } from './useSending.ts'

type Options = {
  names: readonly string[]
  base: AnyRecord | null
  /** `base` is what a list knows of the record. */
  isPlaceholder: boolean
}

/**
 * What was typed over the row of a list before the record came with another value. Whoever saves it has to choose, as
 * between two who changed one record.
 */
export const useOvertaken = ({ names, base, isPlaceholder }: Options) => {
  // Read here, it is also kept for react-admin's form, which leaves alone what is in it.
  const { dirtyFields } = useFormState()
  const row = useRef<AnyRecord | null>(null)
  /** What the row said of those fields. */
  const [overtaken, setOvertaken] = useState<Values>({})
  useLayoutEffect(() => {
    const known = row.current
    row.current = isPlaceholder ? base : null
    if (isPlaceholder || !known || !base) return
    const typed = names.filter(name => name in dirtyFields)
    const otherwise = changedNames(typed, known, base)
    if (otherwise.length > 0) setOvertaken(Object.fromEntries(otherwise.map(name => [name, known[name]])))
  }, [names, base, isPlaceholder, dirtyFields])
  const conflictIn = (values: Values): Conflict | null => {
    if (!base || changedNames(Object.keys(overtaken), base, values).length === 0) return null
    const current = { ...base, version: Number(base['version']) }
    return { current, updatedBy: null, updatedAt: String(base['updatedAt'] ?? new Date().toISOString()) }
  }
  return { overtaken, conflictIn }
}
