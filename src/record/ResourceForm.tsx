import { RecordContextProvider, useEditContext, useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { AnyRecord, AnyEntity } from '../../resources/kit/index.ts'
import { LazySecretDialog, useActions } from './actions/useActions.tsx'
import { recordTitle } from '../routing/recordTitle.ts'
import { FormSkeleton } from '../states/FormSkeleton.tsx'
import { EditRecord } from '../form/EditRecord.tsx'
import { PageTitle } from '../layout/pageSlots.tsx'
import { pathTo } from '../routing/paths.ts'
import { DetailActions } from './DetailActions.tsx'
import { PreviousNext } from './PreviousNext.tsx'
import { RecordForm } from '../form/RecordForm.tsx'
import { savedText } from '../form/saving/useSave.ts'

type Props = { resource: AnyEntity }

/** Returns to the record's page if it has one, otherwise to the list. */
const useLeave = ({ views }: AnyEntity) => {
  const navigate = useNavigate()
  return (record: AnyRecord | null) => {
    const path = record && views.show ? pathTo(views.show.path, record.id) : views.list?.path
    void (path ? navigate(path) : navigate(-1))
  }
}

type CreateProps = Props & { initial?: Readonly<Record<string, unknown>> }

export const ResourceCreate = (props: CreateProps) => <FormScreen {...props} base={null} />

/** Form that saves a record, shows its initial password if there is one, and then leaves the page. */
const FormScreen = ({ resource, ...props }: CreateProps & { base: AnyRecord | null }) => {
  const translate = useTranslate()
  const leave = useLeave(resource)
  const notify = useNotify()
  const [created, setCreated] = useState<{ record: AnyRecord; secret: string } | null>(null)
  const onSaved = (record: AnyRecord) => {
    const secret = record['initialPassword'] ?? record['secret']
    if (typeof secret === 'string') return setCreated({ record, secret })
    notify(
      props.base
        ? savedText(props.base, record)
        : translate('%{label}已保存', { label: translate(resource.label) }),
      { type: 'success' },
    )
    leave(record)
  }
  return (
    <>
      <RecordForm {...props} resource={resource} onSaved={onSaved} onCancel={() => leave(props.base)} />
      {created && (
        <LazySecretDialog
          secrets={[created]}
          kind={'secret' in created.record ? 'secret' : 'initialPassword'}
          titleOf={record => recordTitle(resource, record, translate)}
          onClose={() => leave(created.record)}
        />
      )}
    </>
  )
}

/** Edits the record that the address names. */
export const ResourceEdit = ({ resource }: Props) => (
  <EditRecord resource={resource}>
    <EditScreen resource={resource} />
  </EditRecord>
)

const EditScreen = ({ resource }: Props) => {
  const translate = useTranslate()
  const { record } = useEditContext<AnyRecord>()
  const leave = useLeave(resource)
  // The form keeps the version it was opened with, so that changes by others are reported as a conflict when saving.
  const [base, setBase] = useState(record ?? null)
  const { start, dialogs } = useActions(resource, (_, { call }) => {
    if (call === resource.crud.remove) leave(null)
    else setBase(null)
  })
  if (record && base?.id !== record.id) setBase(record)
  if (!base) return <FormSkeleton />
  const value = recordTitle(resource, base, translate)
  return (
    <RecordContextProvider value={base}>
      <PageTitle>
        {translate('编辑%{label}：%{value}', { label: translate(resource.label), value })}
      </PageTitle>
      <PreviousNext resource={resource} id={base.id} view="edit" />
      <DetailActions resource={resource} onAct={start} />
      <FormScreen key={base.id} base={base} resource={resource} />
      {dialogs}
    </RecordContextProvider>
  )
}
