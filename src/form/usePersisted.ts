import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

import { type Draft, draftsOf } from '../../providers/drafts.ts'
import { useSession } from '../shell/sessionContext.ts'

/** Typing rests this long before the draft is written. */
const pause = 400

type Options = {
  /** What is kept; null while there is nothing unsaved, the same object while nothing changes. Never a secret. */
  values: Draft['values'] | null
  /** Of the record that is changed; null where there is none. */
  version: number | null
  /** Tells the forms of one page apart; its address is the name otherwise. */
  name?: string | undefined
}

/**
 * Keeps what is typed until it is saved, so that an expired session or a crash loses nothing, and offers it to the same
 * user when he comes back.
 */
export const usePersisted = ({ values, version, name }: Options) => {
  const { self } = useSession()
  const { pathname } = useLocation()
  const key = name ?? pathname
  const drafts = useMemo(() => draftsOf(`${self.userType}-${self.id}`), [self])
  const [offered, setOffered] = useState<Draft | null>(() => drafts.read(key))
  const hasWritten = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (!values) {
      if (hasWritten.current) drafts.forget(key)
      return
    }
    timer.current = setTimeout(() => {
      hasWritten.current = true
      drafts.write(key, { values, savedAt: Date.now(), version })
    }, pause)
    return () => clearTimeout(timer.current)
  }, [values, drafts, key, version])
  return {
    offered: offered && { ...offered, isOlder: offered.version !== version },
    close: () => setOffered(null),
    forget: () => {
      clearTimeout(timer.current)
      hasWritten.current = false
      setOffered(null)
      drafts.forget(key)
    },
  }
}
