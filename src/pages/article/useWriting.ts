import { useMemo } from 'react'

import { callAddition } from '../../../providers/call.ts'
import { applies } from '../../../resources/articles/applies.ts'
import type { AnyRecord, Fields } from '../../../resources/kit/index.ts'
import type { DraftStore } from '../../form/drafts/draftStore.ts'
import { useUnsaved } from '../../form/drafts/useUnsaved.ts'
import { useAddition } from '../../shell/sessionContext.ts'
import { useChanges } from '../../form/useChanges.ts'
import type { Kind } from './kind.ts'

type Options = { kind: Kind; base: AnyRecord | null; fields: Fields }

/** The draft of an article, or of a new one of a kind. */
const useDraftStore = (kind: Kind, articleId: number | undefined): DraftStore => {
  const reading = useAddition('articles.draft')
  const keeping = useAddition('articles.keepDraft')
  const dropping = useAddition('articles.dropDraft')
  return useMemo(() => {
    const target = { kind, ...(articleId !== undefined && { articleId }) }
    return {
      name: `/app/cms/${articleId ?? `add?kind=${kind}`}`,
      read: reading && (() => callAddition(reading, target)),
      keep: keeping && (draft => callAddition(keeping, { ...target, ...draft })),
      drop: dropping && (() => callAddition(dropping, target)),
    }
  }, [kind, articleId, reading, keeping, dropping])
}

/** What is typed, and the drafts of it. */
export const useWriting = ({ kind, base, fields }: Options, isLocked: boolean) => {
  const names = useMemo(() => Object.keys(fields), [fields])
  const { values, changed: differing } = useChanges(names)
  const changed = differing.filter(name => applies(name, values))
  const version = typeof base?.version === 'number' ? base.version : null
  const store = useDraftStore(kind, base ? Number(base.id) : undefined)
  return { names, changed, ...useUnsaved({ store, fields, version, values, changed, isLocked }) }
}
