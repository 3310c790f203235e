import { useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'

import { changedNames } from '../../providers/changes.ts'
import { isSame } from '../../resources/domain/sameness.ts'
import type { AnyRecord } from '../../resources/kit/index.ts'
import type { Conflict } from './saving/failure.ts'
import type { FormValues } from './undoable/intent.ts'

type Options = {
  methods: UseFormReturn
  names: readonly string[]
  applies: (name: string, values: FormValues) => boolean
  /** The record as last fetched by the screen; a newer version is merged into the form. */
  latest: AnyRecord | null
  base: AnyRecord | null
  setBase: (base: AnyRecord) => void
  /** Initial values of the form. */
  initial: FormValues
}

const isNewer = (known: AnyRecord | null, latest: AnyRecord) =>
  typeof latest['version'] === 'number' && known?.['version'] !== latest['version']

/**
 * The stored record that a form edits. It is replaced when the form is saved and when a newer version is fetched; values
 * that the user typed stay. `contestedBase` holds the earlier values of fields that both the user and somebody else
 * changed: the user has to choose between them before saving.
 */
export const useRecordBase = (options: Options) => {
  const { methods, names, applies, latest, base, setBase } = options
  const { getValues, reset, setValue } = methods
  /** Values that changes are compared with. A ref, because event handlers may run before the next render. */
  const saved = useRef(options.initial)
  const [contestedBase, setContestedBase] = useState<FormValues>({})

  /** Names of the fields that differ from the saved values at this moment, even before React has rendered them. */
  const readChanged = useCallback(() => {
    const values = getValues()
    return changedNames(names, saved.current, values).filter(name => applies(name, values))
  }, [names, applies, getValues])

  /** Continues with `next`. Values that differ from `from` were typed by the user and stay. */
  const rebase = (next: AnyRecord, from: FormValues = saved.current) => {
    const values = getValues()
    const typed = changedNames(names, from, values).filter(name => applies(name, values))
    saved.current = { ...from, ...next }
    reset(saved.current, { keepValues: true, keepFieldsRef: true })
    for (const name of new Set([...names, ...Object.keys(next)]))
      if (!typed.includes(name) && !isSame(values[name], next[name])) setValue(name, next[name] ?? null)
    setBase(next)
    setContestedBase({})
  }

  /** The record that was last passed to `adoptLatest`. */
  const previousLatest = useRef(latest)
  const adoptLatest = useEffectEvent(() => {
    const before = previousLatest.current
    previousLatest.current = latest
    if (!latest || latest === before || !isNewer(base, latest)) return
    const known = saved.current
    const changedByBoth = changedNames(readChanged(), known, latest)
    rebase(latest)
    setContestedBase({ ...pickValues(known, changedByBoth), ...contestedBase })
  })
  // A layout effect, so that the merged values are painted together with the notice about them.
  useLayoutEffect(() => adoptLatest(), [latest])

  const conflictIn = (values: FormValues): Conflict | null => {
    if (!base || changedNames(Object.keys(contestedBase), base, values).length === 0) return null
    const current = { ...base, version: Number(base['version']) }
    return { current, updatedBy: null, updatedAt: String(base['updatedAt'] ?? new Date().toISOString()) }
  }
  return { overtaken: contestedBase, conflictIn, rebase, readChanged }
}

const pickValues = (values: FormValues, names: readonly string[]) =>
  Object.fromEntries(names.map(name => [name, values[name]]))
