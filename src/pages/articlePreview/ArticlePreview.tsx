import { RecordContextProvider, useTranslate } from 'ra-core'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'

import { articles, articleResourceOfKind } from '../../../resources/articles/index.ts'
import type { AnyRecord, AnyEntity } from '../../../resources/kit/index.ts'
import { useActions } from '../../record/actions/useActions.tsx'
import { isActionOffered, useRights } from '../../shell/useRights.ts'
import { Cell } from '../../fields/kinds.tsx'
import { IgnorableFindings } from '../../review/findings/IgnorableFindings.tsx'
import { useIgnoreArticleFinding } from '../../review/findings/useIgnoring.ts'
import { PageActions, PageState, PageTitle, useMenuMark } from '../../shell/pageSlots.tsx'
import { useSession } from '../../shell/sessionContext.ts'
import { DetailActions } from '../../record/DetailActions.tsx'
import { PreviousNext } from '../../record/PreviousNext.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { articlePageTitle, MiniArticle } from '../../preview/MiniArticle.tsx'
import { PhonePreview } from '../../preview/PhonePreview.tsx'
import { ArticleHistory } from './ArticleHistory.tsx'
import { Authors } from './Authors.tsx'
import { ArticleChanges, type Version, VersionPicker } from './ArticleChanges.tsx'
import { StatusPanel } from './StatusPanel.tsx'
import type { Article } from '../../preview/article.ts'
import { useArticle } from '../../review/useArticle.ts'
import { ButtonLink } from '../../shell/Button.tsx'

import './articlePreview.css'

const { status, revisionStatus, language } = articles.fields
const labels: Readonly<Record<string, { label: string } | undefined>> = articles.fields
const labelOf = (name: string) => labels[name]?.label ?? name

const States = ({ record }: { record: AnyRecord }) => (
  <PageState>
    <span className="cluster">
      <Cell field={status} value={record.status} record={record} />
      {record.revisionStatus !== null && (
        <Cell field={revisionStatus} value={record.revisionStatus} record={record} />
      )}
      {record.language === 'EN' && <Cell field={language} value="EN" record={record} />}
    </span>
  </PageState>
)

/** Of his own a lawyer sends in, takes back and deletes what is not public; the rest is the administrators'. */
const forLawyers = ({ actions, ...resource }: AnyEntity): AnyEntity => ({
  ...resource,
  actions: Object.fromEntries(
    (['submit', 'withdraw', 'remove'] as const).map(name => {
      const action = { ...actions[name]!, name }
      const states = name === 'remove' ? [0] : [0, 1, 3]
      const when = (record: AnyRecord) =>
        record.isOwn === 1 && states.includes(Number(record.status)) && isActionOffered(action, record)
      return [name, { ...action, when }]
    }),
  ),
})

const Page = ({ article }: { article: Article }) => {
  const translate = useTranslate()
  const { self } = useSession()
  const { mayEdit } = useRights()
  const navigate = useNavigate()
  const isLawyer = self.userType === 2
  const kind: AnyEntity = articleResourceOfKind(article.kind)
  const resource = isLawyer ? forLawyers(kind) : kind
  const record: AnyRecord = { ...article }
  // What a lawyer wrote is under the entry of the route.
  useMenuMark(isLawyer ? undefined : kind.views.list?.menu)
  const ignoreOf = useIgnoreArticleFinding()
  const { start, dialogs } = useActions(resource, (_, { name }) => {
    if (name === 'remove') void navigate(isLawyer ? '/app/user/articles' : kind.views.list!.path)
  })
  const [version, setVersion] = useState<Version>('working')
  const { published } = article
  const shown = published && version === 'published' ? { ...article, ...published } : article
  return (
    <RecordContextProvider value={record}>
      <PageTitle>{article.title}</PageTitle>
      <States record={record} />
      {!isLawyer && <PreviousNext resource={kind} id={article.id} view="show" />}
      {!isLawyer && mayEdit(kind, record) && (
        <PageActions>
          <ButtonLink to={kind.views.edit!.path.replace(':id', String(article.id))}>
            {translate('编辑')}
          </ButtonLink>
        </PageActions>
      )}
      <DetailActions resource={resource} onAct={start} />
      <div className="stack preview">
        <PhonePreview
          lang={article.language}
          tools={published && <VersionPicker version={version} onChoose={setVersion} />}
          screen={() => ({ title: articlePageTitle(shown), content: <MiniArticle article={shown} /> })}
        />
        <div className="stack preview-panel">
          <StatusPanel article={article} />
          <IgnorableFindings findings={article.findings} labelOf={labelOf} ignore={ignoreOf(record)} />
          {published && <ArticleChanges article={article} />}
          <Authors article={article} />
          <ArticleHistory article={article} />
        </div>
      </div>
      {dialogs}
    </RecordContextProvider>
  )
}

/** 内容预览: the article as the mini-program shows it, and beside it what there is to decide. */
export const ArticlePreview = () => {
  const id = Number(useParams().id)
  return <Loaded query={useArticle(id)}>{article => <Page article={article} />}</Loaded>
}
