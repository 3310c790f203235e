import { useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'

import type { AnyRecord, AnyEntity } from '../../../resources/kit/index.ts'
import { Dialog } from '../../shell/Dialog.tsx'
import { SecretDialog } from '../../record/actions/SecretDialog.tsx'
import { useSession } from '../../shell/sessionContext.ts'
import { RecordForm } from '../../form/RecordForm.tsx'
import { useFormRecord } from '../../../providers/useRecordForPage.ts'
import { ErrorState } from '../../shell/states.tsx'
import { LevelConsequence } from './LevelConsequence.tsx'
import { formOf, isReached, levelOfNew, type Office } from './adminsOf.ts'
import { recordTitle } from '../../shell/recordTitle.ts'

import './officeAdmins.css'

type Props = {
  resource: AnyEntity
  office: Office
  /** Null for a new one. */
  id: number | null
  onClose: () => void
}

/** Adds an administrator to the office, or changes one. */
export const AdminDialog = (props: Props) =>
  props.id === null ? <Adding {...props} /> : <Editing {...props} id={props.id} />

const Adding = ({ resource, office, onClose }: Props) => {
  const translate = useTranslate()
  const { self } = useSession()
  const form = useMemo(() => formOf(resource, office, self, null), [resource, office, self])
  const [created, setCreated] = useState<{ record: AnyRecord; secret: string } | null>(null)
  const initial = useMemo(
    () => ({ organizationId: office.organizationId, officeLevel: levelOfNew(office, self) }),
    [office, self],
  )
  const onSaved = (record: AnyRecord) => {
    const { initialPassword } = record
    if (typeof initialPassword === 'string') setCreated({ record, secret: initialPassword })
    else onClose()
  }
  if (created)
    return (
      <SecretDialog
        secrets={[created]}
        titleOf={record => recordTitle(resource, record, translate)}
        onClose={onClose}
      />
    )
  return (
    <Dialog title={translate('新增%{name}的管理员', { name: office.name })} onClose={onClose}>
      <div className="admin-form">
        <p className="dialog-content">
          {translate('初始密码由系统生成，只在保存后显示一次，请准备好交给本人。')}
        </p>
        <RecordForm
          resource={form}
          base={null}
          initial={initial}
          draftName={`admins/create?organizationId=${office.organizationId}`}
          onSaved={onSaved}
          onCancel={onClose}
        />
      </div>
    </Dialog>
  )
}

const Editing = ({ resource, office, id, onClose }: Props & { id: number }) => {
  const translate = useTranslate()
  const { self } = useSession()
  // A form starts from what the server has now: the list has the mobile masked.
  const { data: base = null, error, refetch } = useFormRecord<AnyRecord>(resource.name, id)
  const form = useMemo(() => formOf(resource, office, self, base), [resource, office, self, base])
  return (
    <Dialog
      title={
        base
          ? translate('编辑管理员：%{value}', { value: recordTitle(resource, base, translate) })
          : translate('编辑管理员')
      }
      onClose={onClose}
    >
      <div className="admin-form">
        {!base && !error && (
          <p className="dialog-content" role="status">
            {translate('加载中…')}
          </p>
        )}
        {!base && error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {base && !isReached(self, base) && (
          <p className="dialog-content">{translate('只能管理本所的子管理员。')}</p>
        )}
        {base && isReached(self, base) && (
          <RecordForm
            resource={form}
            base={base}
            draftName={`admins/${id}`}
            onSaved={onClose}
            onCancel={onClose}
            aside={<LevelConsequence base={base} />}
          />
        )}
      </div>
    </Dialog>
  )
}
