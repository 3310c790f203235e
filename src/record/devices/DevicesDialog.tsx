import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'ra-core'
import { useState } from 'react'
import { z } from 'zod'

import type { AdminDataProvider } from '../../../providers/dataProvider.ts'
import { dedupeOptions } from '../../../providers/queryClient.ts'
import { device } from '../../../resources/domain/devices.ts'
import type { OwnDialogProps } from '../actions/ownDialog.ts'
import { useRights } from '../../session/useRights.ts'
import { recordTitle } from '../../routing/recordTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogFoot } from '../../ui/dialog/DialogFoot.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import { type Device, DeviceList } from './DeviceList.tsx'
import { EndSessionDialog } from './EndSessionDialog.tsx'

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
      <DialogFoot>
        <Button onClick={onClose}>{translate('关闭')}</Button>
      </DialogFoot>
      {deviceToEnd && (
        <EndSessionDialog
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
