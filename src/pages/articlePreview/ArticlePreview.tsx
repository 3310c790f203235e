import { RecordContextProvider, useTranslate } from 'ra-core'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'

import { articles, articleResourceOfKind } from '../../../resources/articles/index.ts'
import type { AnyRecord, AnyEntity } from '../../../resources/kit/index.ts'
import { useActions } from '../../record/actions/useActions.tsx'
import { isActionOffered } from '../../../providers/access.ts'
import { useRights } from '../../session/useRights.ts'
import { Cell } from '../../fields/kinds.tsx'
import { IgnorableFindings } from '../../review/findings/IgnorableFindings.tsx'
import { useIgnoreArticleFinding } from '../../review/findings/useIgnoring.ts'
import { PageActions, PageState, PageTitle, useMenuMark } from '../../layout/pageSlots.tsx'
import { useSession } from '../../session/sessionContext.ts'
import { DetailActions } from '../../record/DetailActions.tsx'
import { PreviousNext } from '../../record/PreviousNext.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import { articleScreenTitle, MiniArticle } from '../../preview/article/MiniArticle.tsx'
import { PhonePreview } from '../../preview/phone/PhonePreview.tsx'
import { PreviewLinks } from '../../review/PreviewLinks.tsx'
import { RecordTimeline } from '../../record/timeline/RecordTimeline.tsx'
import { ArticleHistory, restoringOf } from './ArticleHistory.tsx'
import { Authors } from './Authors.tsx'
import { ArticleChanges, type ArticleVersion, VersionPicker } from './ArticleChanges.tsx'
import { StatusPanel } from './StatusPanel.tsx'
import type { PreviewArticle } from '../../preview/article/article.ts'
import { useArticle } from '../../review/useArticle.ts'
import { ButtonLink } from '../../ui/Button.tsx'

import './articlePreview.css'

const { status, revisionStatus, language } = articles.fields
const fieldLabels: Readonly<Record<string, { label: string } | undefined>> = articles.fields
const labelOf = (name: string) => fieldLabels[name]?.label ?? name

const ArticleStates = ({ record }: { record: AnyRecord }) => (
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

/**
 * Replaces the actions by those of lawyers: sharing, asking clients, and submitting, withdrawing and deleting their own unpublished
 * articles.
 */
const withLawyerActions = ({ actions, ...resource }: AnyEntity): AnyEntity => ({
  ...resource,
  actions: Object.fromEntries(
    (['askConsent', 'submit', 'withdraw', 'share', 'withdrawConsent', 'remove'] as const).map(name => {
      const action = { ...actions[name]!, name }
      if (action.call !== 'update' && name !== 'remove') return [name, action]
      const states = name === 'remove' ? [0] : [0, 1, 3]
      const when = (record: AnyRecord) =>
        record.isOwn === 1 && states.includes(Number(record.status)) && isActionOffered(action, record)
      return [name, { ...action, when }]
    }),
  ),
})

const ArticlePage = ({ article }: { article: PreviewArticle }) => {
  const translate = useTranslate()
  const { self } = useSession()
  const { mayEdit } = useRights()
  const navigate = useNavigate()
  const isLawyer = self.userType === 2
  const kind: AnyEntity = articleResourceOfKind(article.kind)
  const resource = isLawyer ? withLawyerActions(kind) : kind
  const record: AnyRecord = { ...article }
  // A lawyer's own articles are under the menu entry of the route.
  useMenuMark(isLawyer ? undefined : kind.views.list?.menu)
  const ignoreOf = useIgnoreArticleFinding()
  const { start, dialogs } = useActions(resource, (_, { name }) => {
    if (name === 'remove') void navigate(isLawyer ? '/app/user/articles' : kind.views.list!.path)
  })
  const [version, setVersion] = useState<ArticleVersion>('working')
  const { published } = article
  const shownVersion = published && version === 'published' ? { ...article, ...published } : article
  return (
    <RecordContextProvider value={record}>
      <PageTitle>{article.title}</PageTitle>
      <ArticleStates record={record} />
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
          screen={() => ({
            title: articleScreenTitle(shownVersion),
            content: <MiniArticle article={shownVersion} />,
          })}
        />
        <div className="stack preview-panel">
          <StatusPanel article={article} />
          <PreviewLinks subject={{ articleId: article.articleId }} hasConsent={article.consent} />
          <IgnorableFindings findings={article.findings} labelOf={labelOf} ignore={ignoreOf(record)} />
          {published && <ArticleChanges article={article} />}
          <Authors article={article} />
          <RecordTimeline
            type="articles"
            id={article.articleId}
            restoring={restoringOf(article, isLawyer, translate)}
            fallback={<ArticleHistory article={article} />}
          />
        </div>
      </div>
      {dialogs}
    </RecordContextProvider>
  )
}

/** Page 内容预览: an article in the phone preview, beside its state, changes and history. */
export const ArticlePreview = () => {
  const id = Number(useParams().id)
  return <Loaded query={useArticle(id)}>{article => <ArticlePage article={article} />}</Loaded>
}
