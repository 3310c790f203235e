import { useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { z } from 'zod'

import { call } from '../../../providers/call.ts'
import { CallError } from '../../../providers/envelope.ts'
import { offices } from '../../../resources/offices/index.ts'
import { refreshRows } from '../../form/refreshRows.ts'
import { type SaveFailure, failureOf } from '../../form/failure.ts'
import { usePersisted } from '../../form/usePersisted.ts'
import {
  changedItems,
  differences,
  type LoadedSortOrder,
  merged,
  replaced,
  type SortOrder,
} from './sortOrder.ts'

/** What somebody else saved meanwhile. */
export type ConcurrentChange = { by: string | null; at: string; changes: string[] }

const conflictData = z.object({ updatedBy: z.string().nullable(), updatedAt: z.string() })

/** A kept draft applied to what is there now; null when it can't be read any more. */
const restoredFrom = (base: LoadedSortOrder, values: Readonly<Record<string, unknown>>): SortOrder | null => {
  const input = offices.calls.updateCustom.input.safeParse({ ...values, version: base.version })
  if (!input.success) return null
  const { items, version: _, ...settings } = input.data
  const names = new Map(base.items.map(({ organizationId, name }) => [organizationId, name]))
  const known = items.flatMap(item => {
    const name = names.get(item.organizationId)
    return name === undefined ? [] : [{ ...item, name }]
  })
  return { ...settings, items: replaced(base.items, known) }
}

const inputFor = (base: LoadedSortOrder, mine: SortOrder) => {
  const { items: _, ...settings } = mine
  const items = changedItems(base, mine).map(({ name: _name, ...item }) => item)
  return { ...settings, items, version: base.version }
}

/** The sort order as it was loaded and as it is being changed; each step can be taken back. */
const useSteps = (loaded: LoadedSortOrder) => {
  const [base, setBase] = useState(loaded)
  const [{ past, mine }, setSteps] = useState<{ past: SortOrder[]; mine: SortOrder }>({
    past: [],
    mine: loaded,
  })
  const change = (next: Partial<SortOrder>) =>
    setSteps(steps => ({ past: [...steps.past, steps.mine], mine: { ...steps.mine, ...next } }))
  const undo = () =>
    setSteps(steps => ({ past: steps.past.slice(0, -1), mine: steps.past.at(-1) ?? steps.mine }))
  const start = (fresh: LoadedSortOrder, next: SortOrder) => {
    setBase(fresh)
    setSteps({ past: [], mine: next })
  }
  return { base, mine, change, canUndo: past.length > 0, undo, reset: () => change(base), start }
}

/** The sort order under change, its draft, and its saving; a conflict loses nothing of either side. */
export const useSortOrder = (loaded: LoadedSortOrder) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const { base, start, ...steps } = useSteps(loaded)
  const { mine, change } = steps
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [concurrentChange, setConcurrentChange] = useState<ConcurrentChange | null>(null)
  const changes = differences(base, mine, translate)
  const { offered, close, forget } = usePersisted({
    values: changes.length > 0 ? mine : null,
    version: base.version,
  })

  const mergeTheirs = async ({ data }: CallError) => {
    const { updatedBy, updatedAt } = conflictData.parse(data)
    const theirs = await call('offices.custom', {})
    setConcurrentChange({ by: updatedBy, at: updatedAt, changes: differences(base, theirs, translate) })
    start(theirs, merged(base, mine, theirs))
  }
  const write = async () => {
    const answer = await call('offices.updateCustom', inputFor(base, mine))
    start(answer, answer)
    setConcurrentChange(null)
    forget()
    await refreshRows(client)
  }
  const save = async () => {
    setSaving(true)
    setFailure(null)
    try {
      await write().catch((error: unknown) => {
        if (error instanceof CallError && error.code === '4090') return mergeTheirs(error)
        throw error
      })
    } catch (error) {
      setFailure(failureOf(error, translate))
    } finally {
      setSaving(false)
    }
  }
  const restore = () => {
    const kept = offered && restoredFrom(base, offered.values)
    if (kept) change(kept)
    close()
  }

  return {
    ...steps,
    changes,
    save,
    isSaving,
    failure,
    concurrentChange,
    dismissConcurrentChange: () => setConcurrentChange(null),
    draft: { offered, restore, forget },
  }
}
