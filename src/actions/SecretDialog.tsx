import { useState } from 'react'

import type { AnyRecord } from '../../resources/kit/index.ts'
import { copyText } from './copyText.ts'
import { Dialog } from './Dialog.tsx'
import type { Secret } from './useRun.ts'

type Props = { secrets: readonly Secret[]; titleOf: (record: AnyRecord) => string; onClose: () => void }

/** A secret that the server tells once: to be copied before the dialog is closed. */
export const SecretDialog = ({ secrets, titleOf, onClose }: Props) => {
  const [state, setState] = useState<'copied' | 'failed' | null>(null)
  const whole = secrets.map(({ record, secret }) => `${titleOf(record)}\t${secret}`).join('\n')
  const copyAll = async () =>
    setState((await copyText(secrets.length === 1 ? secrets[0]!.secret : whole)) ? 'copied' : 'failed')
  return (
    <Dialog title="初始密码">
      <div className="dialog-content">
        <p>密码只显示这一次,请复制后交给本人。首次登录时须修改。</p>
        <dl className="secrets">
          {secrets.map(({ record, secret }) => (
            <div key={record.id}>
              <dt>{titleOf(record)}</dt>
              <dd>
                <code>{secret}</code>
              </dd>
            </div>
          ))}
        </dl>
        <p role="status">
          {state === 'copied' && '已复制'}
          {state === 'failed' && '浏览器不允许复制,请选中后手动复制'}
        </p>
      </div>
      <footer className="dialog-foot">
        <button type="button" className="button" onClick={() => void copyAll()}>
          复制
        </button>
        <button type="button" className="button button-primary" onClick={onClose}>
          已保存,关闭
        </button>
      </footer>
    </Dialog>
  )
}
