import { useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'

import { changedNames } from '../../providers/changes.ts'
import { isSame } from '../../resources/domain/sameness.ts'
import type { AnyRecord } from '../../resources/kit/index.ts'
import type { Conflict } from './failure.ts'
import type { Values } from './intent.ts'

type Options = {
  methods: UseFormReturn
  names: readonly string[]
  applies: (name: string, values: Values) => boolean
  /** The record as the screen has it; a newer version of it is taken in. */
  given: AnyRecord | null
  base: AnyRecord | null
  setBase: (base: AnyRecord) => void
  /** The values that the form began with. */
  initial: Values
}

const isNewer = (known: AnyRecord | null, given: AnyRecord) =>
  typeof given['version'] === 'number' && known?.['version'] !== given['version']

/**
 * The record that a form is written upon. It may be replaced under the hands of whoever types: by what was saved, by what
 * others saved. What was typed stays. What was typed over a value that another has changed is `overtaken`: its author has
 * to choose before it is saved.
 */
export const useRecordBase = (options: Options) => {
  const { methods, names, applies, given, base, setBase } = options
  const { getValues, reset, setValue } = methods
  /** What the fields are compared to; read when something happens, at which moment no render may have followed yet. */
  const saved = useRef(options.initial)
  const [overtaken, setOvertaken] = useState<Values>({})

  /** The fields that are not as they were saved, at this very moment. */
  const readChanged = useCallback(() => {
    const values = getValues()
    return changedNames(names, saved.current, values).filter(name => applies(name, values))
  }, [names, applies, getValues])

  /** Continues with `next`. What differs from `from` was typed, and stays. */
  const rebase = (next: AnyRecord, from: Values = saved.current) => {
    const values = getValues()
    const typed = changedNames(names, from, values).filter(name => applies(name, values))
    saved.current = { ...from, ...next }
    reset(saved.current, { keepValues: true, keepFieldsRef: true })
    for (const name of new Set([...names, ...Object.keys(next)]))
      if (!typed.includes(name) && !isSame(values[name], next[name])) setValue(name, next[name] ?? null)
    setBase(next)
    setOvertaken({})
  }

  /** The record that the screen had when this last ran. */
  const seen = useRef(given)
  const follow = useEffectEvent(() => {
    const before = seen.current
    seen.current = given
    if (!given || given === before || !isNewer(base, given)) return
    const known = saved.current
    const otherwise = changedNames(readChanged(), known, given)
    rebase(given)
    setOvertaken({ ...pick(known, otherwise), ...overtaken })
  })
  // Before the values that came are painted as those that are asked about.
  useLayoutEffect(() => follow(), [given])

  const conflictIn = (values: Values): Conflict | null => {
    if (!base || changedNames(Object.keys(overtaken), base, values).length === 0) return null
    const current = { ...base, version: Number(base['version']) }
    return { current, updatedBy: null, updatedAt: String(base['updatedAt'] ?? new Date().toISOString()) }
  }
  return { overtaken, conflictIn, rebase, readChanged }
}

const pick = (values: Values, names: readonly string[]) =>
  Object.fromEntries(names.map(name => [name, values[name]]))
