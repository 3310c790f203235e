import { useTranslate } from 'ra-core'

import type { FormValues } from '../../form/undoable/intent.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogFoot } from '../../ui/dialog/DialogFoot.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { parseRecipients } from './recipients.ts'
import { useRecipientCount } from './useRecipientCount.ts'

type Props = { values: FormValues; onConfirm: () => void; onClose: () => void }

export const ConfirmDialog = ({ values, onConfirm, onClose }: Props) => {
  const translate = useTranslate()
  const { count } = useRecipientCount(parseRecipients(values))
  const title = String(values['title'])
  return (
    <Dialog title={translate('发布公告')} onClose={onClose}>
      <div className="dialog-content">
        <p>
          {count
            ? translate('“%{title}”将发给 %{count} 人，发出后不能撤回。', { title, count })
            : translate('“%{title}”将发给所选人员，发出后不能撤回。', { title })}
        </p>
      </div>
      <DialogFoot>
        <Button onClick={onClose}>{translate('返回修改')}</Button>
        <Button look="primary" onClick={onConfirm}>
          {translate('确认发布')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
