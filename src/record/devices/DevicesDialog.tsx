import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'ra-core'
import { useState } from 'react'
import { z } from 'zod'

import type { AdminDataProvider } from '../../../providers/dataProvider.ts'
import { CallError } from '../../../providers/envelope.ts'
import { dedupeOptions } from '../../../providers/queryClient.ts'
import { device, kickAction } from '../../../resources/domain/devices.ts'
import { FormDialog } from '../actions/FormDialog.tsx'
import type { OwnDialogProps } from '../actions/useActions.tsx'
import { useRights } from '../../shell/useRights.ts'
import { recordTitle } from '../../shell/recordTitle.ts'
import { Button } from '../../shell/Button.tsx'
import { Dialog } from '../../shell/Dialog.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { failureOf } from '../../form/failure.ts'
import { type Device, DeviceList } from './DeviceList.tsx'
import { deviceName } from './deviceName.ts'

type EndProps = Pick<OwnDialogProps, 'resource' | 'record'> & {
  device: Device
  onClose: () => void
  onEnded: () => void
}

/** Asks for the reason for ending a session, which the log records. */
const EndDialog = ({ resource, record, device, onClose, onEnded }: EndProps) => {
  const translate = useTranslate()
  const { act } = useDataProvider<AdminDataProvider>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (answers: object) =>
      act(resource.name, 'kick', record, { ...answers, sessionId: device.id }).catch((refusal: unknown) => {
        // The session has ended in the meantime, which is what the user wants.
        if (!(refusal instanceof CallError && refusal.code === '4040')) throw refusal
      }),
    onSuccess: onEnded,
  })
  return (
    <FormDialog
      title={translate('%{verb}“%{title}”@dialog', {
        verb: translate('下线'),
        title: deviceName(device.device, translate),
      })}
      text={translate('该设备立即退出登录，正在填写的内容可能来不及保存；密码不变，可以重新登录。')}
      fields={kickAction.ask}
      submitLabel={translate('下线')}
      isDanger
      isRunning={isPending}
      onClose={onClose}
      onSubmit={answers => mutate(answers)}
    >
      {error && (
        <p className="failures" role="alert">
          {translate('没有完成：%{failure}', { failure: failureOf(error, translate).message })}
        </p>
      )}
    </FormDialog>
  )
}

/** Dialog with the devices on which another person is signed in; each session can be ended. */
export const DevicesDialog = ({ resource, action, record, onClose }: OwnDialogProps) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const { can } = useRights()
  const [deviceToEnd, setDeviceToEnd] = useState<Device | null>(null)
  const dataProvider = useDataProvider<AdminDataProvider>()
  const queryKey = [resource.name, 'devices', record.id] as const
  const query = useQuery({
    queryKey,
    queryFn: async () =>
      z.array(device).parse((await dataProvider.act(resource.name, action.name, record)).data),
    ...dedupeOptions,
  })
  const name = recordTitle(resource, record, translate)
  const mayEndSessions = can(resource, 'kick', record)
  return (
    <Dialog title={translate('%{name}的登录设备', { name })} onClose={onClose}>
      <div className="dialog-content">
        <Loaded query={query}>
          {rows => (
            <>
              <p role="status">
                {rows.length > 0
                  ? translate('在 %{count} 个设备上登录。', { count: rows.length })
                  : translate('目前没有登录的设备。')}
              </p>
              <DeviceList
                rows={rows}
                endSession={
                  mayEndSessions ? { verb: translate('下线'), isBusy: false, onEnd: setDeviceToEnd } : null
                }
              />
            </>
          )}
        </Loaded>
      </div>
      <footer className="dialog-foot">
        <Button onClick={onClose}>{translate('关闭')}</Button>
      </footer>
      {deviceToEnd && (
        <EndDialog
          resource={resource}
          record={record}
          device={deviceToEnd}
          onClose={() => setDeviceToEnd(null)}
          onEnded={() => {
            client.setQueryData<Device[]>(queryKey, rows => rows?.filter(row => row.id !== deviceToEnd.id))
            setDeviceToEnd(null)
            void client.invalidateQueries({ queryKey })
          }}
        />
      )}
    </Dialog>
  )
}
