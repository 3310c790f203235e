import { useTranslate } from 'ra-core'

import { articles } from '../../../resources/articles/index.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import { useServedCall } from '../../session/useCall.ts'
import { useRights } from '../../session/useRights.ts'
import { type CommonRevision, History } from '../../record/history/History.tsx'
import { useRestore } from '../../record/history/useRestore.ts'
import { useSession } from '../../session/sessionContext.ts'
import type { PreviewArticle } from '../../preview/article/article.ts'
import { type Translate } from '../../../resources/kit/translate.ts'

type RevisionKind = OutputOf<(typeof articles.calls)['revisions']>[number]['kind']

const revisionLabels: Record<Exclude<RevisionKind, CommonRevision>, string> = {
  pass: '审核通过@event',
  refuse: '驳回@event',
  publish: '发布@event',
  offline: '下架@event',
  discard: '恢复为已发布@event',
}

/** Nothing can be restored during a review; lawyers can restore only their own drafts. */
const isRestorable = ({ status, revisionStatus, isOwn }: PreviewArticle, isLawyer: boolean) =>
  status !== 1 && revisionStatus !== 1 && (!isLawyer || (isOwn === 1 && (status === 0 || status === 3)))

const restoreConsequence = ({ status, revisionStatus }: PreviewArticle, translate: Translate) => {
  if (status !== 2) return translate('现有内容仍留在历史中。')
  return revisionStatus === null
    ? translate('已发布的内容不变：恢复的内容成为一份未提交的修改，提交并通过审核后才会发布。')
    : translate(
        '已发布的内容不变：恢复的内容成为一份未提交的修改，现有的修改由它取代，提交并通过审核后才会发布。',
      )
}

/** What the timeline needs to restore a version; null if nothing can be restored now. */
export const restoringOf = (article: PreviewArticle, isLawyer: boolean, translate: Translate) =>
  isRestorable(article, isLawyer)
    ? { resource: articles.name, consequence: restoreConsequence(article, translate) }
    : null

export const ArticleHistory = ({ article }: { article: PreviewArticle }) => {
  const translate = useTranslate()
  const { articleId, version } = article
  const { self } = useSession()
  const { can } = useRights()
  const [revisionsCall, restoreCall] = [
    useServedCall('articles.revisions'),
    useServedCall('articles.restore'),
  ]
  const restoring = useRestore('articles', async to => restoreCall?.({ articleId, to, version }))
  const mayRestore = can(articles, 'restore', article) && isRestorable(article, self.userType === 2)
  if (!revisionsCall) return null
  return (
    <History
      queryKey={['articles', 'revisions', articleId, version]}
      load={signal => revisionsCall({ articleId }, { signal })}
      labels={revisionLabels}
      consequence={restoreConsequence(article, translate)}
      restoring={mayRestore ? restoring : undefined}
    />
  )
}
