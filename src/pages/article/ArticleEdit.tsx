import { RecordContextProvider, ResourceContextProvider, useTranslate } from 'ra-core'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'

import { useFormRecord } from '../../../providers/useRecordForPage.ts'
import { articles, articleResourceOfKind } from '../../../resources/articles/index.ts'
import type { AnyRecord, AnyEntity } from '../../../resources/kit/index.ts'
import { useActions } from '../../record/actions/useActions.tsx'
import { Cell } from '../../fields/kinds.tsx'
import { PageState, PageTitle, useMenuMark } from '../../layout/pageSlots.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import { DetailActions } from '../../record/DetailActions.tsx'
import { PreviousNext } from '../../record/PreviousNext.tsx'
import { ArticleForm } from './ArticleForm.tsx'
import { type ContentKind, parseContentKind } from './kind.ts'
import { recordTitle } from '../../routing/recordTitle.ts'
import { ProposalNote } from '../../form/saving/ProposalNote.tsx'
import { OtherEditors } from '../../form/saving/OtherEditors.tsx'

/** Without the action that submits, because the form has a button that saves before submitting. */
const withoutSubmit = (resource: AnyEntity): AnyEntity => {
  const { submit: _, ...actions } = resource.actions
  return { ...resource, actions }
}

type Props = { record: AnyRecord; kind: ContentKind; reload: () => Promise<AnyRecord | null> }

const Editor = ({ record, kind, reload }: Props) => {
  const translate = useTranslate()
  const resource = withoutSubmit(articleResourceOfKind(kind))
  useMenuMark(resource.views.list?.menu)
  const navigate = useNavigate()
  // The form keeps the version it was opened with, so that changes by others are reported as a conflict when saving.
  const [base, setBase] = useState(record)
  /** Reads the article again; if that fails, the form continues with the known state. */
  const reloadBase = async (fallback: AnyRecord) => {
    const fresh = (await reload().catch(() => null)) ?? fallback
    setBase(fresh)
    return fresh
  }
  const { start, dialogs } = useActions(resource, (_, { call }) => {
    if (call === resource.crud.remove) void navigate(resource.views.list!.path)
    else void reloadBase(base)
  })
  return (
    <RecordContextProvider value={base}>
      <PageTitle>
        {translate('编辑%{label}：%{value}', {
          label: translate(resource.label),
          value: recordTitle(resource, base, translate),
        })}
      </PageTitle>
      <PageState>
        <Cell field={resource.fields['status']!} value={base.status} record={base} />
      </PageState>
      <OtherEditors resource={resource.name} id={Number(base.id)} />
      <ProposalNote resource="articles" id={Number(base.id)} />
      <PreviousNext resource={resource} id={base.id} view="edit" />
      <DetailActions resource={resource} onAct={start} />
      <ArticleForm kind={kind} base={base} reload={reloadBase} />
      {dialogs}
    </RecordContextProvider>
  )
}

/** Page 编辑内容. The address does not tell the kind of article, so the article is loaded first. */
export const ArticleEdit = () => {
  const id = Number(useParams().id)
  const query = useFormRecord<AnyRecord>(articles.name, id)
  const reload = async () => (await query.refetch()).data ?? null
  return (
    <Loaded query={query}>
      {record => (
        <ResourceContextProvider value={articleResourceOfKind(parseContentKind(record.kind)).name}>
          <Editor key={id} record={record} kind={parseContentKind(record.kind)} reload={reload} />
        </ResourceContextProvider>
      )}
    </Loaded>
  )
}
