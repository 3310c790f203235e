import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { call } from '../../../providers/call.ts'
import { CallError, sentenceOf } from '../../../providers/envelope.ts'
import { offices } from '../../../resources/offices/index.ts'
import { refreshRows } from '../../actions/refreshRows.ts'
import { useKept } from '../../views/form/useKept.ts'
import { type Arrangement, changedItems, differences, type Loaded, merged, replaced } from './arrangement.ts'

type Failure = { message: string; requestId: string | undefined }
/** What somebody else saved meanwhile. */
export type Foreign = { by: string | null; at: string; changes: string[] }

const failureOf = (error: unknown): Failure => {
  if (!(error instanceof CallError)) return { message: sentenceOf(error), requestId: undefined }
  const [wrong] = Object.values(error.body.errors ?? {})
  return { message: wrong ?? sentenceOf(error), requestId: error.requestId }
}

/** A kept draft upon what is there now; null when it can't be read any more. */
const draftUpon = (base: Loaded, values: unknown): Arrangement | null => {
  const input = offices.calls.updateCustom.input.safeParse({ ...(values as object), version: base.version })
  if (!input.success) return null
  const { items, version: _, ...settings } = input.data
  const names = new Map(base.items.map(it => [it.organizationId, it.name]))
  const known = items.flatMap(it => {
    const name = names.get(it.organizationId)
    return name === undefined ? [] : [{ ...it, name }]
  })
  return { ...settings, items: replaced(base.items, known) }
}

const sent = (base: Loaded, mine: Arrangement) => {
  const { items: _, ...settings } = mine
  return {
    ...settings,
    items: changedItems(base, mine).map(({ name: _name, ...item }) => item),
  }
}

/** The arrangement as it is being changed: each step can be taken back, and a conflict loses nothing. */
export const useArrangement = (loaded: Loaded) => {
  const client = useQueryClient()
  const [base, setBase] = useState(loaded)
  const [{ past, mine }, setSteps] = useState<{ past: Arrangement[]; mine: Arrangement }>({
    past: [],
    mine: loaded,
  })
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [foreign, setForeign] = useState<Foreign | null>(null)
  const changes = differences(base, mine)
  const { offered, close, forget } = useKept({
    values: changes.length > 0 ? mine : null,
    version: base.version,
  })

  const change = (next: Partial<Arrangement>) =>
    setSteps(it => ({ past: [...it.past, it.mine], mine: { ...it.mine, ...next } }))
  const undo = () => setSteps(it => ({ past: it.past.slice(0, -1), mine: it.past.at(-1) ?? it.mine }))
  const start = (fresh: Loaded, next: Arrangement) => {
    setBase(fresh)
    setSteps({ past: [], mine: next })
  }

  const meet = async ({ data }: CallError) => {
    const { updatedBy, updatedAt } = data as { updatedBy: string | null; updatedAt: string }
    const theirs = await call('offices.custom', {})
    setForeign({ by: updatedBy, at: updatedAt, changes: differences(base, theirs) })
    start(theirs, merged(base, mine, theirs))
  }

  const write = async () => {
    const answer = await call('offices.updateCustom', { ...sent(base, mine), version: base.version })
    start(answer, answer)
    setForeign(null)
    forget()
    await refreshRows(client)
  }

  const save = async () => {
    setSaving(true)
    setFailure(null)
    try {
      await write().catch((error: unknown) => {
        if (error instanceof CallError && error.code === '4090') return meet(error)
        throw error
      })
    } catch (error) {
      setFailure(failureOf(error))
    } finally {
      setSaving(false)
    }
  }

  const restore = () => {
    const kept = draftUpon(base, offered?.values)
    if (kept) change(kept)
    close()
  }

  return {
    mine,
    changes,
    change,
    canUndo: past.length > 0,
    undo,
    reset: () => setSteps(it => ({ past: [...it.past, it.mine], mine: base })),
    save,
    isSaving,
    failure,
    foreign,
    dismissForeign: () => setForeign(null),
    draft: { offered, restore, forget },
  }
}
