import { EditBase, useEditContext, useNotify } from 'ra-core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { retry } from '../../providers/queryClient.ts'
import type { AnyRecord, AnyResource } from '../../resources/kit/index.ts'
import { SecretDialog } from '../actions/SecretDialog.tsx'
import { useActions } from '../actions/useActions.tsx'
import { PageTitle } from '../layout/pageSlots.tsx'
import { DetailActions } from './DetailActions.tsx'
import { Neighbours } from './Neighbours.tsx'
import { RecordForm } from './form/RecordForm.tsx'
import { detail } from './form/useSave.ts'
import { ErrorState } from './states.tsx'

import './views.css'

type Props = { resource: AnyResource }

/** Where one goes after saving: the record's page where there is one, else the list. */
const useWayBack = ({ views }: AnyResource) => {
  const navigate = useNavigate()
  return (record: AnyRecord | null) => {
    const path = record && views.show ? views.show.path.replace(':id', String(record.id)) : views.list?.path
    if (path) void navigate(path)
    else void navigate(-1)
  }
}

export const ResourceCreate = ({
  resource,
  initial,
}: Props & { initial?: Readonly<Record<string, unknown>> }) => {
  const leave = useWayBack(resource)
  const notify = useNotify()
  const [told, setTold] = useState<{ record: AnyRecord; secret: string } | null>(null)
  const onSaved = (record: AnyRecord) => {
    const { initialPassword } = record
    if (typeof initialPassword === 'string') return setTold({ record, secret: initialPassword })
    notify(`${resource.label}已保存`, { type: 'success' })
    leave(record)
  }
  return (
    <>
      <RecordForm
        resource={resource}
        base={null}
        {...(initial && { initial })}
        onSaved={onSaved}
        onCancel={() => leave(null)}
      />
      {told && (
        <SecretDialog
          secrets={[told]}
          titleOf={record => String(record[resource.title])}
          onClose={() => leave(told.record)}
        />
      )}
    </>
  )
}

/** `id` stands for the one in the address. */
export const ResourceEdit = ({ resource, id }: Props & { id?: number }) => (
  <EditBase
    resource={resource.name}
    {...(id !== undefined && { id })}
    mutationMode="pessimistic"
    redirect={false}
    disableAuthentication
    // A form starts from what the server has now, never from a row of a list or an earlier visit.
    queryOptions={{ ...retry, meta: detail, gcTime: 0, staleTime: 0, onError: () => {} }}
    mutationOptions={{ meta: detail }}
    loading={<FormSkeleton />}
    error={<EditError />}
  >
    <EditScreen resource={resource} />
  </EditBase>
)

const EditError = () => {
  const { error, refetch } = useEditContext()
  return <ErrorState error={error} onRetry={() => void refetch?.()} />
}

const EditScreen = ({ resource }: Props) => {
  const { record } = useEditContext<AnyRecord>()
  const leave = useWayBack(resource)
  const notify = useNotify()
  // The form keeps the version it was opened with: what others save meanwhile is a conflict to show, not to hide.
  const [base, setBase] = useState<AnyRecord | null>(record ?? null)
  const { start, dialogs } = useActions(resource, (_, { call }) => {
    if (call === resource.crud.remove) leave(null)
    else setBase(null)
  })
  if (record && base?.id !== record.id) setBase(record)
  if (!base) return <FormSkeleton />
  return (
    <>
      <PageTitle>{`编辑${resource.label}:${String(base[resource.title] ?? base.id)}`}</PageTitle>
      <Neighbours resource={resource} id={base.id} view="edit" />
      <DetailActions resource={resource} record={base} onAct={start} />
      <RecordForm
        key={base.id}
        resource={resource}
        base={base}
        onSaved={saved => {
          notify('已保存', { type: 'success' })
          leave(saved)
        }}
        onCancel={() => leave(base)}
      />
      {dialogs}
    </>
  )
}

const FormSkeleton = () => (
  <div className="form-skeleton" role="status" aria-label="加载中">
    {[90, 60, 75, 60].map((width, index) => (
      // eslint-disable-next-line react/no-array-index-key -- they are all the same
      <div key={index}>
        <span style={{ width: `${width / 3}px` }} />
        <span style={{ width: `${width}%` }} />
      </div>
    ))}
  </div>
)
