import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'

import type { ServedCall } from '../../../providers/call.ts'
import { dedupeOptions } from '../../../providers/queryClient.ts'
import { errorSentence } from '../../../providers/envelope.ts'
import { type Device, DeviceList } from '../../record/devices/DeviceList.tsx'
import { callKey, useCall, useServedCall } from '../../session/useCall.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../states/states.tsx'
import { Button } from '../../ui/Button.tsx'
import { DialogFoot } from '../../ui/dialog/DialogFoot.tsx'

/** Query key of the sessions; to be invalidated after changes that end other sessions. */
export const devicesKey = callKey('session.sessions', {})

const useEndSession = (endCall: ServedCall<'session.endSessions'> | null) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const notify = useNotify()
  return useMutation({
    /** Ends one session, or without an id all except the current one. */
    mutationFn: async (id: number | undefined) => endCall?.(id === undefined ? {} : { id }),
    onSuccess: (_, id) =>
      client.setQueryData<Device[]>(devicesKey, rows =>
        rows?.filter(row => row.current === 1 || (id !== undefined && row.id !== id)),
      ),
    onError: error => notify(errorSentence(error, translate), { type: 'error' }),
    // Also after a failure, because the list may be outdated.
    onSettled: () => client.invalidateQueries({ queryKey: devicesKey }),
  })
}

type ConfirmProps = { count: number; onClose: () => void; onEnd: () => void }

const ConfirmEndAll = ({ count, onClose, onEnd }: ConfirmProps) => {
  const translate = useTranslate()
  return (
    <Dialog title={translate('退出其他设备')} onClose={onClose}>
      <p className="dialog-content">
        {translate('其他 %{count} 个设备将立即退出登录，正在填写的内容可能来不及保存。', { count })}
      </p>
      <DialogFoot>
        <Button onClick={onClose}>{translate('取消')}</Button>
        <Button look="danger" onClick={onEnd}>
          {translate('全部退出')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** List of the devices on which the account is signed in; their sessions can be ended. */
export const OwnDevices = () => {
  const translate = useTranslate()
  const endCall = useServedCall('session.endSessions')
  const { data, error, refetch } = useCall('session.sessions', {}, dedupeOptions)
  const { mutate, isPending } = useEndSession(endCall)
  const [isAsking, setAsking] = useState(false)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className="field-loading" role="status" aria-label={translate('加载中')} />
  const others = data.filter(row => row.current === 0)
  return (
    <>
      <DeviceList
        rows={data}
        endSession={endCall && { verb: translate('退出'), isBusy: isPending, onEnd: row => mutate(row.id) }}
      />
      {endCall && others.length > 1 && (
        <Button isDanger disabled={isPending} onClick={() => setAsking(true)}>
          {translate('退出其他全部设备')}
        </Button>
      )}
      {others.length === 0 && <p className="field-hint">{translate('没有其他设备登录。')}</p>}
      {isAsking && (
        <ConfirmEndAll
          count={others.length}
          onClose={() => setAsking(false)}
          onEnd={() => {
            setAsking(false)
            mutate(undefined)
          }}
        />
      )}
    </>
  )
}
