import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

import { type Draft, draftsOf } from '../../../providers/drafts.ts'
import { useShell } from '../../layout/shell.ts'

/** Typing rests this long before the draft is written. */
const pause = 400

type Options = {
  /** What is kept; null while there is nothing unsaved. Never a secret. */
  values: Draft['values'] | null
  /** Of the record that is changed; null where there is none. */
  version: number | null
}

/** The draft of a page that is no form of fields, as `useDraft` keeps those of forms. */
export const useKept = ({ values, version }: Options) => {
  const { self } = useShell()
  const { pathname } = useLocation()
  const drafts = useMemo(() => draftsOf(`${self.userType}-${self.id}`), [self])
  const [offered, setOffered] = useState<Draft | null>(() => drafts.read(pathname))
  const hasWritten = useRef(false)
  useEffect(() => {
    if (!values) {
      if (hasWritten.current) drafts.forget(pathname)
      return
    }
    const timer = setTimeout(() => {
      hasWritten.current = true
      drafts.write(pathname, { values, savedAt: Date.now(), version })
    }, pause)
    return () => clearTimeout(timer)
  }, [values, drafts, pathname, version])
  return {
    offered: offered && { ...offered, isOlder: offered.version !== version },
    close: () => setOffered(null),
    forget: () => {
      hasWritten.current = false
      setOffered(null)
      drafts.forget(pathname)
    },
  }
}
