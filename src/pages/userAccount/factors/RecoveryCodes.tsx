import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { Button } from '../../../ui/Button.tsx'
import { DialogFoot } from '../../../ui/dialog/DialogFoot.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { saveFile } from '../../../browser/saveFile.ts'
import { Secret } from '../../../ui/secret/Secret.tsx'
import { useSession } from '../../../session/sessionContext.ts'

/** Shows the recovery codes, which the server sends only once. */
export const RecoveryCodesDialog = ({
  codes,
  onClose,
}: {
  codes: readonly string[]
  onClose: () => void
}) => {
  const translate = useTranslate()
  const { conf, self } = useSession()
  const [state, setState] = useState('')
  const lines = codes.join('\n')
  const download = () => {
    const title = translate('%{firm} %{name} 两步验证恢复码', { firm: conf.firm.name, name: self.name })
    const blob = new Blob([`${title}\n\n${lines}\n`], { type: 'text/plain;charset=utf-8' })
    saveFile({ name: `${translate('恢复码')}.txt`, blob })
    setState(translate('已下载'))
  }
  return (
    <Dialog title={translate('保存恢复码')}>
      <div className="dialog-content">
        <p>
          {translate(
            '手机遗失或更换时，可以用恢复码登录，每个只能使用一次。恢复码只显示这一次，请保存在安全的地方。',
          )}
        </p>
        <Secret name={translate('恢复码')} text={lines} />
        <p role="status">{state}</p>
      </div>
      <DialogFoot>
        <Button onClick={download}>{translate('下载')}</Button>
        <Button look="primary" onClick={onClose}>
          {translate('已保存，关闭')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
