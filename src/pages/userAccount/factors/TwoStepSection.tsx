import { useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'

import { dedupeOptions } from '../../../../providers/queryClient.ts'
import { callKey, useCall, useServedCall } from '../../../session/useCall.ts'
import { Button } from '../../../ui/Button.tsx'
import { useFormats } from '../../../language/useLanguage.ts'
import { ErrorState } from '../../../states/states.tsx'
import { useMessagesChanged } from '../../../notices/unread.ts'
import { devicesKey } from '../Devices.tsx'
import type { FactorDialogKind } from './FactorDialog.tsx'
import { FactorDialog } from './FactorDialog.tsx'

const factorKey = callKey('session.factor', {})

type OpenDialog = FactorDialogKind | null

/** State of the dialogs, and what follows a change. */
const useFactorDialogs = (onSetUp: (() => void) | undefined) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const notify = useNotify()
  const messagesChanged = useMessagesChanged()
  const [open, setOpen] = useState<OpenDialog>(null)
  const onChanged = (sentence: string) => {
    setOpen(null)
    notify(translate('%{sentence}，其他设备已退出登录', { sentence }), { type: 'success' })
    for (const queryKey of [factorKey, devicesKey]) void client.invalidateQueries({ queryKey })
    // The server has sent the user a message about it.
    void messagesChanged()
  }
  return {
    open,
    setOpen,
    close: () => setOpen(null),
    done: {
      remove: () => onChanged(translate('两步验证已关闭')),
      renew: () => onChanged(translate('恢复码已更换')),
      setUp: () => {
        onChanged(translate('两步验证已开启'))
        onSetUp?.()
      },
    },
  }
}

type FactorState = { isOn: 0 | 1; confirmedAt: string | null; recoveryLeft: number; isRequired: 0 | 1 }

/** Number of remaining codes below which new ones are recommended. */
const lowCodeCount = 3

const FactorFacts = ({ state }: { state: FactorState }) => {
  const translate = useTranslate()
  const formats = useFormats()
  if (!state.isOn)
    return (
      <p className="lead">
        {translate('登录时除密码或短信验证码外，再输入手机应用中显示的验证码，密码泄露时账号仍然安全。')}
      </p>
    )
  return (
    <dl className="facts lined account-lines">
      <div>
        <dt>{translate('状态')}</dt>
        <dd>{translate('已于 %{time} 开启', { time: formats.moment(new Date(state.confirmedAt ?? 0)) })}</dd>
      </div>
      <div>
        <dt>{translate('恢复码')}</dt>
        <dd className={state.recoveryLeft < lowCodeCount ? 'field-error' : undefined}>
          {translate('剩余 %{count} 个', { count: state.recoveryLeft })}
        </dd>
      </div>
    </dl>
  )
}

const FactorButtons = ({
  state,
  onOpen,
}: {
  state: FactorState
  onOpen: (open: OpenDialog) => void
}): ReactNode => {
  const translate = useTranslate()
  const [removeCall, renewCall] = [
    useServedCall('session.removeFactor'),
    useServedCall('session.renewRecoveryCodes'),
  ]
  if (!state.isOn)
    return (
      <Button look="primary" onClick={() => onOpen('setUp')}>
        {translate('开启两步验证')}
      </Button>
    )
  return (
    <>
      {renewCall && <Button onClick={() => onOpen('renew')}>{translate('更换恢复码')}</Button>}
      {removeCall && !state.isRequired && (
        <Button isDanger onClick={() => onOpen('remove')}>
          {translate('关闭两步验证')}
        </Button>
      )}
    </>
  )
}

type Props = {
  /** Called after a user who has to use a second factor has set it up and saved the recovery codes. */
  onSetUp?: (() => void) | undefined
}

/** Section 两步验证: the second factor of the account. */
export const TwoStepSection = ({ onSetUp }: Props) => {
  const translate = useTranslate()
  const { data, error, refetch } = useCall('session.factor', {}, dedupeOptions)
  const dialogs = useFactorDialogs(onSetUp)
  const { open, close } = dialogs
  return (
    <section className="panel" aria-label={translate('两步验证')}>
      <h2 className="section-title">{translate('两步验证')}</h2>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="field-loading" role="status" aria-label={translate('加载中')} />
      ) : (
        <>
          <FactorFacts state={data} />
          {data.isOn === 1 && data.isRequired === 1 && (
            <p className="field-hint">{translate('律所要求您使用两步验证，不能关闭。')}</p>
          )}
          <p className="cluster factor-buttons">
            <FactorButtons state={data} onOpen={dialogs.setOpen} />
          </p>
        </>
      )}
      {open && <FactorDialog kind={open} onClose={close} onDone={dialogs.done[open]} />}
    </section>
  )
}
