import { useMutation } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'
import { z } from 'zod'

import { CallError } from '../../providers/envelope.ts'
import { failureOf } from './failure.ts'
import { usePersisted } from './usePersisted.ts'

/** What is stored, with the version that the next write names. */
export type Stored<S> = { value: S; version: number }

/** A change that another user saved since this form was read. `by` and `at` are null where the back-end does not answer them. */
export type ConcurrentChange = { by: string | null; at: string | null; changes: readonly string[] }

type Options<S> = {
  /** As it was read when the page was opened. */
  stored: Stored<S>
  /** Schema of the value in a browser draft. */
  schema: z.ZodType<S>
  /** Saves the changes made since `base`; resolves to the state that is stored then. */
  write: (mine: S, base: Stored<S>) => Promise<Stored<S>>
  /** Reads the latest stored state. */
  readAgain: () => Promise<Stored<S>>
  /** Three-way merge: applies the changes from `base` to `mine` to `theirs`. */
  merge: (base: S, mine: S, theirs: S) => S
  /** The differences, as a short phrase each. */
  differences: (before: S, after: S) => readonly string[]
}

const conflictData = z.object({ updatedBy: z.string().nullable(), updatedAt: z.string() })

/** The stored state and the one that is being changed; each step can be taken back. */
const useUndo = <S>(stored: Stored<S>) => {
  const [base, setBase] = useState(stored)
  const [{ past, mine }, setSteps] = useState<{ past: readonly S[]; mine: S }>({
    past: [],
    mine: stored.value,
  })
  return {
    base,
    mine,
    change: (next: (before: S) => S) =>
      setSteps(steps => ({ past: [...steps.past, steps.mine], mine: next(steps.mine) })),
    undo: () => setSteps(steps => ({ past: steps.past.slice(0, -1), mine: steps.past.at(-1) ?? steps.mine })),
    canUndo: past.length > 0,
    /** Continues upon what is stored now; the steps before cannot be taken back any more. */
    restart: (fresh: Stored<S>, next: (before: S) => S) => {
      setBase(fresh)
      setSteps(steps => ({ past: [], mine: next(steps.mine) }))
    },
  }
}

/** Keeps in the browser what is unsaved, with what it was changed from, and brings it back upon what is stored by then. */
const useKeptSteps = <S>({ base, mine, change }: ReturnType<typeof useUndo<S>>, options: Options<S>) => {
  const { schema, merge, differences } = options
  const isChanged = differences(base.value, mine).length > 0
  const values = useMemo(() => (isChanged ? { base: base.value, mine } : null), [isChanged, base, mine])
  const { offered, close, forget } = usePersisted({ values, version: base.version })
  const restore = () => {
    const kept = z.object({ base: schema, mine: schema }).safeParse(offered?.values)
    if (kept.success) change(before => merge(kept.data.base, kept.data.mine, before))
    close()
  }
  return { offered, restore, forget }
}

/**
 * A map or an order under change, its draft, and its saving. What is changed while it is saved stays unsaved; what two
 * people save at once is merged: nothing of either is lost, and the result waits to be looked at and saved.
 */
export const useUndoableForm = <S extends object>(options: Options<S>) => {
  const { write, readAgain, merge, differences } = options
  const translate = useTranslate()
  const steps = useUndo(options.stored)
  const { base, mine, change, undo, canUndo, restart } = steps
  const draft = useKeptSteps(steps, options)
  const [concurrentChange, setConcurrentChange] = useState<ConcurrentChange | null>(null)

  const mergeTheirs = async (error: CallError) => {
    const theirs = await readAgain()
    const { updatedBy = null, updatedAt = null } = conflictData.safeParse(error.data).data ?? {}
    const changes = differences(base.value, theirs.value)
    setConcurrentChange({ by: updatedBy, at: updatedAt, changes })
    restart(theirs, now => merge(base.value, now, theirs.value))
  }
  const saving = useMutation({
    mutationFn: async () => {
      try {
        const saved = await write(mine, base)
        restart(saved, now => merge(mine, now, saved.value))
        setConcurrentChange(null)
        draft.forget()
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== '4090') throw error
        await mergeTheirs(error)
      }
    },
  })
  return {
    loaded: base.value,
    mine,
    changes: differences(base.value, mine),
    change: (next: Partial<S>) => change(before => ({ ...before, ...next })),
    replace: (next: S) => change(() => next),
    undo,
    canUndo,
    /** A step like any other: it can be taken back. */
    reset: () => change(() => base.value),
    save: () => saving.mutate(),
    isSaving: saving.isPending,
    failure: saving.error && failureOf(saving.error, translate),
    concurrentChange,
    closeConcurrentChange: () => setConcurrentChange(null),
    draft,
  }
}

/** What the form around it needs, whatever is changed in it. */
export type UndoableFormState = Omit<
  ReturnType<typeof useUndoableForm<object>>,
  'loaded' | 'mine' | 'change' | 'replace'
>
