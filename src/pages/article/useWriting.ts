import { useEffect, useMemo } from 'react'

import { applies } from '../../../resources/articles/applies.ts'
import type { AnyRecord, Fields } from '../../../resources/kit/index.ts'
import { useAddition } from '../../layout/sessionContext.ts'
import { useChanges } from '../../views/form/useChanges.ts'
import type { DraftTarget } from './draftSender.ts'
import type { Kind } from './kind.ts'
import { useAutosave } from './useAutosave.ts'
import { useDrafts } from './useDrafts.ts'
import { useStable } from './useStable.ts'

type Options = { kind: Kind; base: AnyRecord | null; fields: Fields }

/** What is typed, and the drafts of it: here, on the server and from the last time. */
export const useWriting = ({ kind, base, fields }: Options, isLocked: boolean) => {
  const names = useMemo(() => Object.keys(fields), [fields])
  const { values, changed: differing } = useChanges(names)
  const changed = differing.filter(name => applies(name, values))
  const version = typeof base?.version === 'number' ? base.version : null
  const articleId = base ? Number(base.id) : undefined
  const target = useMemo<DraftTarget>(
    () => ({ kind, ...(articleId !== undefined && { articleId }) }),
    [kind, articleId],
  )
  const drafts = useDrafts({ target, fields, version })
  const unsaved = useStable(
    changed.length > 0 ? Object.fromEntries(changed.map(name => [name, values[name] ?? null])) : null,
  )
  const isPaused = drafts.isPending || drafts.offered !== null || isLocked
  const keeping = useAddition('articles.keepDraft')
  const autosave = useAutosave({ keeping, target, version, values: keeping && unsaved, isPaused })
  const { follow } = autosave
  useEffect(() => follow(drafts.savedAt), [follow, drafts.savedAt])
  return { names, changed, drafts, autosave }
}
