import { useTranslate } from 'ra-core'
import { useState } from 'react'

import type { AnyRecord } from '../../../resources/kit/index.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogFoot } from '../../ui/dialog/DialogFoot.tsx'
import { copyText } from '../../ui/secret/copyText.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Secret } from '../../ui/secret/Secret.tsx'

/** A secret that is shown only once. */
export type RecordSecret = { record: AnyRecord; secret: string }

type Props = {
  secrets: readonly RecordSecret[]
  titleOf: (record: AnyRecord) => string
  onClose: () => void
  title?: string
  text?: string
  /** What it is; an initial password where absent. */
  kind?: 'initialPassword' | 'secret' | undefined
}

/** Shows secrets that the server sends only once, such as initial passwords, to be copied before closing. */
export const SecretDialog = ({ secrets, titleOf, onClose, title, text, kind }: Props) => {
  const translate = useTranslate()
  const [state, setState] = useState('')
  const copyAll = async () => {
    const lines = secrets.map(({ record, secret }) => `${titleOf(record)}\t${secret}`)
    const isCopied = await copyText(lines.join('\n'))
    setState(isCopied ? translate('已复制') : translate('浏览器不允许复制，请选中后手动复制'))
  }
  return (
    <Dialog title={title ?? (kind === 'secret' ? translate('密钥') : translate('初始密码'))}>
      <div className="dialog-content">
        <p>
          {text ??
            (kind === 'secret'
              ? translate('密钥只显示这一次，请复制后交给接收方，用来验证签名。')
              : translate('密码只显示这一次，请复制后交给本人。首次登录时须修改。'))}
        </p>
        <ul className="secrets">
          {secrets.map(({ record, secret }) => (
            <li key={record.id}>
              <Secret name={titleOf(record)} text={secret} />
            </li>
          ))}
        </ul>
        <p role="status">{state}</p>
      </div>
      <DialogFoot>
        {secrets.length > 1 && <Button onClick={() => void copyAll()}>{translate('复制全部')}</Button>}
        <Button look="primary" onClick={onClose}>
          {translate('已保存，关闭')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
