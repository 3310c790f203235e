import { useMemo } from 'react'

import { callAddition } from '../../../providers/call.ts'
import type { DraftStore } from '../../form/drafts/draftStore.ts'
import { useAddition } from '../../shell/sessionContext.ts'
import type { Kind } from './kind.ts'

/** The drafts of an article, or of a new one of a kind. */
export const useArticleDrafts = (kind: Kind, articleId: number | undefined): DraftStore => {
  const reading = useAddition('articles.draft')
  const keeping = useAddition('articles.keepDraft')
  const dropping = useAddition('articles.dropDraft')
  return useMemo(() => {
    const target = { kind, ...(articleId !== undefined && { articleId }) }
    return {
      name: `/app/cms/${articleId ?? `add?kind=${kind}`}`,
      read: reading && (() => callAddition(reading, target)),
      save: keeping && (draft => callAddition(keeping, { ...target, ...draft })),
      drop: dropping && (() => callAddition(dropping, target)),
    }
  }, [kind, articleId, reading, keeping, dropping])
}
