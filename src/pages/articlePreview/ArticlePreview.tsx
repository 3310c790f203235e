import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'

import { articleKinds, articles } from '../../../resources/articles/index.ts'
import type { AnyRecord, AnyResource } from '../../../resources/kit/index.ts'
import { useActions } from '../../actions/useActions.tsx'
import { isOffered, useRights } from '../../actions/useRights.ts'
import { Cell } from '../../fields/kinds.tsx'
import { PageActions, PageState, PageTitle } from '../../layout/pageSlots.tsx'
import { useShell } from '../../layout/shell.ts'
import { Spinner } from '../../layout/Spinner.tsx'
import { DetailActions } from '../../views/DetailActions.tsx'
import { Neighbours } from '../../views/Neighbours.tsx'
import { ErrorState } from '../../views/states.tsx'
import { ArticleHistory } from './ArticleHistory.tsx'
import { Authors } from './Authors.tsx'
import { Changes, type Version, VersionPicker } from './Changes.tsx'
import { Face } from './Face.tsx'
import { Standing } from './Standing.tsx'
import { type Article, useArticle } from './useArticle.ts'

import '../../actions/actions.css'
import '../../fields/fields.css'
import '../../views/views.css'
import './articlePreview.css'

const { status, revisionStatus, language } = articles.fields

const States = ({ record }: { record: AnyRecord }) => (
  <PageState>
    <span className="preview-states">
      <Cell field={status} value={record.status} record={record} />
      {record.revisionStatus !== null && (
        <Cell field={revisionStatus} value={record.revisionStatus} record={record} />
      )}
      {record.language === 'EN' && <Cell field={language} value="EN" record={record} />}
    </span>
  </PageState>
)

/** Of his own a lawyer sends in, takes back and deletes what is not public; the rest is the administrators'. */
const forLawyers = ({ actions, ...resource }: AnyResource): AnyResource => ({
  ...resource,
  actions: Object.fromEntries(
    (['submit', 'withdraw', 'remove'] as const).map(name => {
      const action = { ...actions[name]!, name }
      const states = name === 'remove' ? [0] : [0, 1, 3]
      const when = (it: AnyRecord) =>
        it.isOwn === 1 && states.includes(Number(it.status)) && isOffered(action, it)
      return [name, { ...action, when }]
    }),
  ),
})

const Page = ({ article }: { article: Article }) => {
  const { self } = useShell()
  const { mayEdit } = useRights()
  const navigate = useNavigate()
  const isLawyer = self.userType === 2
  const kind: AnyResource = articleKinds[article.kind]
  const resource = isLawyer ? forLawyers(kind) : kind
  const record: AnyRecord = { ...article }
  const { start, dialogs } = useActions(resource, (_, { name }) => {
    if (name === 'remove') void navigate(isLawyer ? '/app/user/articles' : kind.views.list!.path)
  })
  const [version, setVersion] = useState<Version>('working')
  const { published } = article
  const shown = published && version === 'published' ? { ...article, ...published } : article
  return (
    <>
      <PageTitle>{article.title}</PageTitle>
      <States record={record} />
      {!isLawyer && <Neighbours resource={kind} id={article.id} view="show" />}
      {!isLawyer && mayEdit(kind, record) && (
        <PageActions>
          <Link className="button" to={kind.views.edit!.path.replace(':id', String(article.id))}>
            编辑
          </Link>
        </PageActions>
      )}
      <DetailActions resource={resource} record={record} onAct={start} />
      <div className="preview">
        <Face
          article={shown as Article}
          tools={published && <VersionPicker version={version} onChoose={setVersion} />}
        />
        <div className="preview-panel">
          <Standing article={article} />
          {published && <Changes article={article} />}
          <Authors article={article} />
          <ArticleHistory article={article} />
        </div>
      </div>
      {dialogs}
    </>
  )
}

/** 内容预览: the article as the mini-program shows it, and beside it what there is to decide. */
export const ArticlePreview = () => {
  const id = Number(useParams().id)
  const { data, error, refetch } = useArticle(id)
  if (data) return <Page article={data} />
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Spinner />
}
