import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'

import { reaches } from '../../../providers/access.ts'
import { call } from '../../../providers/call.ts'
import { sentenceOf } from '../../../providers/envelope.ts'
import { articles } from '../../../resources/articles/index.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import { refreshRows } from '../../actions/refreshRows.ts'
import { useRights } from '../../actions/useRights.ts'
import { History } from '../../history/History.tsx'
import { useShell } from '../../layout/shell.ts'
import type { Article } from './useArticle.ts'

type Kind = OutputOf<(typeof articles.calls)['revisions']>[number]['kind']

const words: Record<Kind, string> = {
  create: '新建',
  edit: '修改',
  submit: '提交审核',
  withdraw: '撤回',
  pass: '审核通过',
  refuse: '拒绝',
  publish: '发布',
  offline: '下架',
  restore: '恢复历史版本',
  discard: '放弃修改',
}

/** While a review is under way nothing is restored; a lawyer has his own drafts only. */
const isRestorable = ({ status, revisionStatus, isOwn }: Article, isLawyer: boolean) =>
  status !== 1 && revisionStatus !== 1 && (!isLawyer || (isOwn === 1 && (status === 0 || status === 3)))

const consequenceFor = ({ status, revisionStatus }: Article) => {
  if (status !== 2) return '现有内容仍留在历史中。'
  const waiting = revisionStatus === null ? '' : '现有的修改由它取代,'
  return `已发布的内容不变:恢复的内容成为一份未提交的修改,${waiting}提交并通过审核后才会发布。`
}

export const ArticleHistory = ({ article }: { article: Article }) => {
  const { articleId, version } = article
  const client = useQueryClient()
  const notify = useNotify()
  const { self } = useShell()
  const { mayMake } = useRights()
  const { mutateAsync } = useMutation({
    mutationKey: ['articles'],
    mutationFn: (to: number) => call('articles.restore', { articleId, to, version }),
    onSuccess: () => notify('已恢复', { type: 'success' }),
    onError: error => notify(sentenceOf(error), { type: 'error' }),
    onSettled: () => refreshRows(client),
  })
  const { restore } = articles.calls
  const may =
    mayMake(restore) && reaches(restore.who, self, article) && isRestorable(article, self.userType === 2)
  return (
    <History
      queryKey={['articles', 'revisions', articleId, version]}
      load={signal => call('articles.revisions', { articleId }, { signal })}
      words={words}
      consequence={consequenceFor(article)}
      restore={may ? mutateAsync : undefined}
    />
  )
}
