import { useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'

import type { AnyRecord, AnyEntity } from '../../../resources/kit/index.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { SecretDialog } from '../../record/actions/SecretDialog.tsx'
import { useSession } from '../../session/sessionContext.ts'
import { RecordForm } from '../../form/RecordForm.tsx'
import { useFormRecord } from '../../../providers/useRecordForPage.ts'
import { ErrorState } from '../../states/states.tsx'
import { LevelConsequence } from './LevelConsequence.tsx'
import { adminForm, canManage, initialLevel, type Office } from './adminsOfOffice.ts'
import { recordTitle } from '../../routing/recordTitle.ts'

import './officeAdmins.css'

type Props = {
  resource: AnyEntity
  office: Office
  /** Null to add an administrator. */
  id: number | null
  onClose: () => void
}

/** Dialog that adds an administrator to an office or edits one. */
export const AdminDialog = (props: Props) =>
  props.id === null ? <AddDialog {...props} /> : <EditDialog {...props} id={props.id} />

const AddDialog = ({ resource, office, onClose }: Props) => {
  const translate = useTranslate()
  const { self } = useSession()
  const form = useMemo(() => adminForm(resource, office, self, null), [resource, office, self])
  const [created, setCreated] = useState<{ record: AnyRecord; secret: string } | null>(null)
  const initial = useMemo(
    () => ({ organizationId: office.organizationId, officeLevel: initialLevel(office, self) }),
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

const EditDialog = ({ resource, office, id, onClose }: Props & { id: number }) => {
  const translate = useTranslate()
  const { self } = useSession()
  // Loads the record, because the list contains only a masked mobile number.
  const { data: base = null, error, refetch } = useFormRecord<AnyRecord>(resource.name, id)
  const form = useMemo(() => adminForm(resource, office, self, base), [resource, office, self, base])
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
        {base && !canManage(self, base) && (
          <p className="dialog-content">{translate('只能管理本所的子管理员。')}</p>
        )}
        {base && canManage(self, base) && (
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
