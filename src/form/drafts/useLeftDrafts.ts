import { useEffect, useMemo, useRef, useState } from 'react'

import { type LeftDraft, leftDraftsOf } from '../../../providers/drafts.ts'
import { randomKey } from '../../../providers/idempotencyKey.ts'
import { useSession } from '../../session/sessionContext.ts'
import type { DraftValues } from './draftStore.ts'

/** Milliseconds without typing after which the draft is written. */
const writeDelay = 400

/**
 * The drafts of earlier windows that the server did not take. They are read once, when the form opens: what this window
 * leaves later is its own.
 */
export const useLeftDrafts = (name: string) => {
  const { self } = useSession()
  const store = useMemo(() => leftDraftsOf(`${self.userType}-${self.id}`, name), [self, name])
  // In a view of another account neither that person's drafts are offered nor new ones kept.
  const isView = self.view !== undefined
  const [found, setFound] = useState<readonly LeftDraft[]>(() => (isView ? [] : store.read()))
  return {
    found,
    forget: (id: string) => {
      store.forget(id)
      setFound(known => known.filter(it => it.id !== id))
    },
    /** Keeps another draft, which is offered from the next visit on. */
    add: (draft: Omit<LeftDraft, 'id'>) => void store.write({ ...draft, id: randomKey() }),
    store: isView ? null : store,
  }
}

export type LeftDrafts = ReturnType<typeof useLeftDrafts>

type Options = {
  store: LeftDrafts['store']
  /** Values that the server does not take; null if there are none. Must not contain secrets. */
  values: DraftValues | null
  /** Version of the edited record; null for a new one. */
  version: number | null
}

/** Keeps this window's own draft for later visits as long as the server does not take it. */
export const useLeaving = ({ store, values, version }: Options) => {
  const [id] = useState(randomKey)
  const hasWritten = useRef(false)
  useEffect(() => {
    if (!store) return
    if (!values) {
      // The server has taken the draft or the record.
      if (hasWritten.current) store.forget(id)
      return
    }
    const timer = setTimeout(() => {
      hasWritten.current = true
      store.write({ id, values, version, savedAt: Date.now() })
    }, writeDelay)
    return () => clearTimeout(timer)
  }, [store, values, version, id])
}
