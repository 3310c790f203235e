import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { lawyers } from '../../../resources/lawyers/index.ts'
import { type Device, DeviceList } from '../../record/devices/DeviceList.tsx'
import { RecordPart } from '../../record/RecordPart.tsx'
import { lazyComponent } from '../../loading/lazyComponent.tsx'
import { useCall } from '../../session/useCall.ts'
import { useRights } from '../../session/useRights.ts'
import type { PersonRecord } from './missingData.ts'

// Brings react-hook-form.
const EndSessionDialog = lazyComponent(() =>
  import('../../record/devices/EndSessionDialog.tsx').then(it => it.EndSessionDialog),
)

/** Part 登录设备 of a person's page; the sessions can be ended one by one. */
export const PersonDevices = ({ person }: { person: PersonRecord }) => {
  const translate = useTranslate()
  const { can } = useRights()
  const [deviceToEnd, setDeviceToEnd] = useState<Device | null>(null)
  const query = useCall('lawyers.devices', { id: person.id }, { staleTime: 0 })
  const record = { ...person }
  const endSession = can(lawyers, 'kick', record)
    ? { verb: translate('下线'), isBusy: false, onEnd: setDeviceToEnd }
    : null
  return (
    <RecordPart title={translate('登录设备')} query={query}>
      {rows => (
        <>
          {rows.length === 0 && <p className="secondary">{translate('目前没有登录的设备。')}</p>}
          <DeviceList rows={rows} endSession={endSession} />
          {deviceToEnd && (
            <EndSessionDialog
              resource={lawyers}
              record={record}
              device={deviceToEnd}
              onClose={() => setDeviceToEnd(null)}
              onEnded={() => {
                setDeviceToEnd(null)
                void query.refetch()
              }}
            />
          )}
        </>
      )}
    </RecordPart>
  )
}
