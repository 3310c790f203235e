import { useEffect, useMemo, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useLocation } from 'react-router-dom'

import { isSame } from '../../../providers/changes.ts'
import { type Draft, draftsOf } from '../../../providers/drafts.ts'
import type { Fields } from '../../../resources/kit/index.ts'
import { isSecret } from '../../fields/kinds.tsx'
import { useShell } from '../../layout/shell.ts'
import { useChanges } from './useChanges.ts'

/** Typing rests this long before the draft is written. */
const pause = 400

/**
 * Keeps what is typed until it is saved, so that an expired session or a crash loses nothing, and offers it to the same
 * user when he comes back. Only changed fields are kept: restoring them leaves alone what others saved meanwhile.
 * `form` tells the forms of one page apart.
 */
export const useDraft = (fields: Fields, version: number | null, name?: string) => {
  const { self } = useShell()
  const { pathname: address } = useLocation()
  const pathname = name ?? address
  const drafts = useMemo(() => draftsOf(`${self.userType}-${self.id}`), [self])
  const [offered, setOffered] = useState<Draft | null>(() => drafts.read(pathname))
  const { setValue, getValues } = useFormContext()
  const names = useMemo(() => Object.keys(fields).filter(it => !isSecret(fields[it]!)), [fields])
  const { values, changed } = useChanges(names)
  const hasWritten = useRef(false)

  useEffect(() => {
    if (changed.length === 0) {
      if (hasWritten.current) drafts.forget(pathname)
      return
    }
    const timer = setTimeout(() => {
      hasWritten.current = true
      const kept = Object.fromEntries(changed.map(it => [it, values[it] ?? null]))
      drafts.write(pathname, { values: kept, savedAt: Date.now(), version })
    }, pause)
    return () => clearTimeout(timer)
    // eslint-disable-next-line react/exhaustive-deps -- `changed` is a new list at every render; `values` tells a change
  }, [values, drafts, pathname, version])

  const forget = () => {
    hasWritten.current = false
    setOffered(null)
    drafts.forget(pathname)
  }
  const restorable = Object.entries(offered?.values ?? {}).filter(
    ([name, value]) => names.includes(name) && !isSame(getValues(name), value),
  )
  return {
    /** What was kept and is not what the form shows; null when there is nothing to offer. */
    offered: offered && restorable.length > 0 ? { ...offered, isOlder: offered.version !== version } : null,
    restore: () => {
      for (const [name, value] of restorable) setValue(name, value, { shouldDirty: true })
      setOffered(null)
    },
    forget,
  }
}
