import { useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'

import { dedupeOptions } from '../../../../providers/queryClient.ts'
import { Chip } from '../../../ui/Chip.tsx'
import { timestampText } from '../../../fields/dates/dates.ts'
import { Button } from '../../../ui/Button.tsx'
import { icons } from '../../../ui/icons.ts'
import { useFormats } from '../../../language/useLanguage.ts'
import { supportsPasskeys } from '../../../session/passkeySupport.ts'
import { callKey, useCall, useServedCall } from '../../../session/useCall.ts'
import { ErrorState } from '../../../states/states.tsx'
import { useMessagesChanged } from '../../../notices/unread.ts'
import { devicesKey } from '../Devices.tsx'
import type { OwnPasskey, PasskeyTask } from './PasskeyDialog.tsx'
import { PasskeyDialog } from './PasskeyDialog.tsx'

import '../../../record/devices/devices.css'

type RowProps = { row: OwnPasskey; onOpen: (task: PasskeyTask) => void }

const PasskeyRow = ({ row, onOpen }: RowProps) => {
  const translate = useTranslate()
  const formats = useFormats()
  const [renameCall, removeCall] = [
    useServedCall('session.renamePasskey'),
    useServedCall('session.removePasskey'),
  ]
  const labelOf = (verb: string) => translate('%{verb}%{label}', { verb, label: row.name })
  return (
    <li className="device">
      <icons.lock className="device-drawing" />
      <div>
        <p className="cluster">
          {row.name}
          {row.isHere === 0 && <Chip tone="waiting">{translate('其他网址')}</Chip>}
        </p>
        <p className="cluster caption">
          <span>{translate('添加于 %{time}', { time: timestampText(row.createdAt, formats) })}</span>
          {row.lastUsedAt && (
            <span>
              {translate('最近使用 %{timestampText}', {
                timestampText: timestampText(row.lastUsedAt, formats),
              })}
            </span>
          )}
        </p>
      </div>
      <span className="cluster">
        {renameCall && (
          <Button
            look="quiet"
            aria-label={labelOf(translate('改名'))}
            onClick={() => onOpen({ kind: 'rename', passkey: row })}
          >
            {translate('改名')}
          </Button>
        )}
        {removeCall && (
          <Button
            look="quiet"
            aria-label={labelOf(translate('移除'))}
            onClick={() => onOpen({ kind: 'remove', passkey: row })}
          >
            {translate('移除')}
          </Button>
        )}
      </span>
    </li>
  )
}

/** State of the dialogs, and what follows a change. */
const usePasskeyTasks = (onSetUp: (() => void) | undefined) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const notify = useNotify()
  const messagesChanged = useMessagesChanged()
  const [task, setTask] = useState<PasskeyTask | null>(null)
  const sentences = {
    add: () => translate('%{sentence}，其他设备已退出登录', { sentence: translate('通行密钥已添加') }),
    rename: () => translate('通行密钥已改名'),
    remove: () => translate('%{sentence}，其他设备已退出登录', { sentence: translate('通行密钥已移除') }),
  }
  const onDone = ({ kind }: PasskeyTask) => {
    setTask(null)
    notify(sentences[kind](), { type: 'success' })
    for (const name of ['session.passkeys', 'session.factor'] as const)
      void client.invalidateQueries({ queryKey: callKey(name, {}) })
    void client.invalidateQueries({ queryKey: devicesKey })
    // The server has sent the user a message about it.
    if (kind !== 'rename') void messagesChanged()
    if (kind === 'add') onSetUp?.()
  }
  return { task, setTask, onDone }
}

type Props = {
  /** Called after a user who has to use a second factor has added a passkey. */
  onSetUp?: (() => void) | undefined
}

/** Section 通行密钥: the passkeys of the account. */
export const PasskeySection = ({ onSetUp }: Props) => {
  const translate = useTranslate()
  const addCall = useServedCall('session.addPasskey')
  const { data, error, refetch } = useCall('session.passkeys', {}, dedupeOptions)
  const { task, setTask, onDone } = usePasskeyTasks(onSetUp)
  return (
    <section className="panel" aria-label={translate('通行密钥')}>
      <h2 className="section-title">{translate('通行密钥')}</h2>
      <p className="lead">
        {translate(
          '用指纹、面容或设备密码登录，不用输入登录密码和验证码。每台设备或每个密码管理器添加一个。',
        )}
      </p>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="field-loading" role="status" aria-label={translate('加载中')} />
      ) : (
        <ul className="plain devices">
          {data.map(row => (
            <PasskeyRow key={row.id} row={row} onOpen={setTask} />
          ))}
        </ul>
      )}
      {addCall && supportsPasskeys() ? (
        <Button onClick={() => setTask({ kind: 'add' })}>{translate('添加通行密钥')}</Button>
      ) : (
        <p className="field-hint">
          {translate('此浏览器或访问地址不支持通行密钥，请用律所的网址和新版浏览器打开。')}
        </p>
      )}
      {task && <PasskeyDialog task={task} onClose={() => setTask(null)} onDone={() => onDone(task)} />}
    </section>
  )
}
