import { useMutation } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'
import { z } from 'zod'

import { CallError } from '../../../providers/envelope.ts'
import { failureOf } from '../saving/failure.ts'
import { usePersisted } from '../drafts/usePersisted.ts'

/** A stored state with its version, which the next write has to send. */
export type VersionedState<S> = { value: S; version: number }

/**
 * A change that another user saved since this form was read. `by` and `at` are null where the back-end does not
 * answer them.
 */
export type ConcurrentChange = { by: string | null; at: string | null; changes: readonly string[] }

type Options<S> = {
  /** The state as loaded when the page was opened. */
  stored: VersionedState<S>
  /** Schema of the value in a browser draft. */
  schema: z.ZodType<S>
  /** Saves the changes made since `base`; resolves to the state that is stored afterwards. */
  write: (mine: S, base: VersionedState<S>) => Promise<VersionedState<S>>
  /** Reads the latest stored state. */
  readAgain: () => Promise<VersionedState<S>>
  /** Three-way merge: applies the changes from `base` to `mine` to `theirs`. */
  merge: (base: S, mine: S, theirs: S) => S
  /** The differences between two states, each as a short phrase. */
  differences: (before: S, after: S) => readonly string[]
}

const conflictData = z.object({ updatedBy: z.string().nullable(), updatedAt: z.string() })

/** The stored state and the edited one, with a history of steps that can be undone. */
const useUndo = <S>(stored: VersionedState<S>) => {
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
    /** Continues with a newly stored state; earlier steps can no longer be undone. */
    restart: (fresh: VersionedState<S>, next: (before: S) => S) => {
      setBase(fresh)
      setSteps(steps => ({ past: [], mine: next(steps.mine) }))
    },
  }
}

/**
 * Keeps unsaved changes and the state they started from in the browser; restoring merges them into the current state.
 */
const useUndoDraft = <S>({ base, mine, change }: ReturnType<typeof useUndo<S>>, options: Options<S>) => {
  const { schema, merge, differences } = options
  const isChanged = differences(base.value, mine).length > 0
  const values = useMemo(() => (isChanged ? { base: base.value, mine } : null), [isChanged, base, mine])
  const { offered, close, keep, forget } = usePersisted({ values, version: base.version })
  const restore = () => {
    const draft = z.object({ base: schema, mine: schema }).safeParse(offered?.values)
    if (draft.success) change(before => merge(draft.data.base, draft.data.mine, before))
    close()
  }
  return { offered, restore, keep, forget }
}

/**
 * State of a form that edits a map or an order, with undo, a draft and merging. If another user saved in the meantime,
 * the changes of both are merged, and the result waits until the user has checked and saved it.
 */
export const useUndoableForm = <S extends object>(options: Options<S>) => {
  const { write, readAgain, merge, differences } = options
  const translate = useTranslate()
  const steps = useUndo(options.stored)
  const { base, mine, change, undo, canUndo, restart } = steps
  const draft = useUndoDraft(steps, options)
  const [concurrentChange, setConcurrentChange] = useState<ConcurrentChange | null>(null)

  const mergeTheirs = async (error: CallError) => {
    const serverValue = await readAgain()
    const { updatedBy = null, updatedAt = null } = conflictData.safeParse(error.data).data ?? {}
    const changes = differences(base.value, serverValue.value)
    setConcurrentChange({ by: updatedBy, at: updatedAt, changes })
    restart(serverValue, now => merge(base.value, now, serverValue.value))
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
    /** Returns to the stored state; can be undone like any other step. */
    reset: () => change(() => base.value),
    save: () => saving.mutate(),
    isSaving: saving.isPending,
    failure: saving.error && failureOf(saving.error, translate),
    concurrentChange,
    closeConcurrentChange: () => setConcurrentChange(null),
    draft,
  }
}

/** The part of the form's state that does not depend on the type of the edited value. */
export type UndoableFormState = Omit<
  ReturnType<typeof useUndoableForm<object>>,
  'loaded' | 'mine' | 'change' | 'replace'
>
