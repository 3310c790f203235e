import { useMemo } from 'react'

import { useServedCall } from '../../session/useCall.ts'
import type { DraftStore } from '../../form/drafts/draftStore.ts'
import type { ContentKind } from './kind.ts'

/** Server storage for the drafts of an article, or of a new one of this kind. */
export const useArticleDrafts = (kind: ContentKind, articleId: number | undefined): DraftStore => {
  const readCall = useServedCall('articles.draft')
  const saveCall = useServedCall('articles.keepDraft')
  const dropCall = useServedCall('articles.dropDraft')
  return useMemo(() => {
    const target = { kind, ...(articleId !== undefined && { articleId }) }
    return {
      name: `/app/cms/${articleId ?? `add?kind=${kind}`}`,
      read: readCall && (() => readCall(target)),
      save: saveCall && (draft => saveCall({ ...target, ...draft })),
      drop: dropCall && (() => dropCall(target)),
    }
  }, [kind, articleId, readCall, saveCall, dropCall])
}
