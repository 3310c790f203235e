import { useMemo } from 'react'

import { callAddition } from '../../../providers/call.ts'
import type { DraftStore } from '../../form/drafts/draftStore.ts'
import { useAddition } from '../../session/sessionContext.ts'
import type { ContentKind } from './kind.ts'

/** Server storage for the drafts of an article, or of a new one of this kind. */
export const useArticleDrafts = (kind: ContentKind, articleId: number | undefined): DraftStore => {
  const readCall = useAddition('articles.draft')
  const saveCall = useAddition('articles.keepDraft')
  const dropCall = useAddition('articles.dropDraft')
  return useMemo(() => {
    const target = { kind, ...(articleId !== undefined && { articleId }) }
    return {
      name: `/app/cms/${articleId ?? `add?kind=${kind}`}`,
      read: readCall && (() => callAddition(readCall, target)),
      save: saveCall && (draft => callAddition(saveCall, { ...target, ...draft })),
      drop: dropCall && (() => callAddition(dropCall, target)),
    }
  }, [kind, articleId, readCall, saveCall, dropCall])
}
