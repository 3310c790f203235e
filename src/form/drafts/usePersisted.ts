import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

import { type Draft, draftsOf } from '../../../providers/drafts.ts'
import { useSession } from '../../session/sessionContext.ts'

/** Milliseconds without typing after which the draft is written. */
const writeDelay = 400

type Options = {
  /** Unsaved values; null if there are none, and the same object while nothing changes. Must not contain secrets. */
  values: Draft['values'] | null
  /** Version of the edited record; null if it has none. */
  version: number | null
  /** Name of the draft, for pages with several forms; the address by default. */
  name?: string | undefined
}

/**
 * Keeps unsaved values in the browser, so that an expired session or a crash loses nothing, and offers them to the same
 * user on the next visit.
 */
export const usePersisted = ({ values, version, name }: Options) => {
  const { self } = useSession()
  const { pathname } = useLocation()
  const key = name ?? pathname
  const drafts = useMemo(() => draftsOf(`${self.userType}-${self.id}`), [self])
  // In a view of another account neither that person's drafts are offered nor new ones kept.
  const isView = self.view !== undefined
  const [offeredDraft, setOfferedDraft] = useState<Draft | null>(() => (isView ? null : drafts.read(key)))
  const hasWritten = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Writes the values that are not stored yet; null if all are. */
  const waiting = useRef<(() => void) | null>(null)
  useEffect(() => {
    if (!values) {
      waiting.current = null
      if (hasWritten.current) drafts.forget(key)
      return
    }
    if (isView) return
    waiting.current = () => {
      waiting.current = null
      hasWritten.current = true
      drafts.write(key, { values, savedAt: Date.now(), version })
    }
    timer.current = setTimeout(() => waiting.current?.(), writeDelay)
    return () => clearTimeout(timer.current)
  }, [values, drafts, key, version, isView])
  return {
    offered: offeredDraft && { ...offeredDraft, isOlder: offeredDraft.version !== version },
    /** The offered values are in the form now, so that the draft is this form's own. */
    close: () => {
      hasWritten.current = true
      setOfferedDraft(null)
    },
    /** Writes the latest values at once, because the form is being left. */
    keep: () => waiting.current?.(),
    forget: () => {
      clearTimeout(timer.current)
      waiting.current = null
      hasWritten.current = false
      setOfferedDraft(null)
      drafts.forget(key)
    },
  }
}
