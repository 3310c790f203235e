import { useTranslate } from 'ra-core'

import { Dialog } from '../../shell/Dialog.tsx'
import { Button } from '../../shell/Button.tsx'

type Props = {
  title: string
  count: number | undefined
  isSending: boolean
  onClose: () => void
  onConfirm: () => void
}

export const ConfirmDialog = ({ title, count, isSending, onClose, onConfirm }: Props) => {
  const translate = useTranslate()
  return (
    <Dialog title={translate('发布公告')} onClose={isSending ? undefined : onClose}>
      <div className="dialog-content">
        <p>
          {count
            ? translate('「%{title}」将发给 %{count} 人，发出后不能撤回。', { title, count })
            : translate('「%{title}」将发给所选人员，发出后不能撤回。', { title })}
        </p>
      </div>
      <footer className="dialog-foot">
        <Button disabled={isSending} onClick={onClose}>
          {translate('返回修改')}
        </Button>
        <Button look="primary" disabled={isSending} onClick={onConfirm}>
          {isSending ? translate('发布中…') : translate('确认发布')}
        </Button>
      </footer>
    </Dialog>
  )
}
