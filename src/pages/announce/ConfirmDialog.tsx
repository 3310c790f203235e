import { Dialog } from '../../layout/Dialog.tsx'

type Props = {
  title: string
  count: number | undefined
  isSending: boolean
  onClose: () => void
  onConfirm: () => void
}

export const ConfirmDialog = ({ title, count, isSending, onClose, onConfirm }: Props) => (
  <Dialog title="发布公告" onClose={isSending ? undefined : onClose}>
    <div className="dialog-content">
      <p>
        「{title}」{count ? `将发给 ${count} 人` : '将发给所选人员'}，发出后不能撤回。
      </p>
    </div>
    <footer className="dialog-foot">
      <button type="button" className="button" disabled={isSending} onClick={onClose}>
        再看看
      </button>
      <button type="button" className="button button-primary" disabled={isSending} onClick={onConfirm}>
        {isSending ? '发布中…' : '确认发布'}
      </button>
    </footer>
  </Dialog>
)
