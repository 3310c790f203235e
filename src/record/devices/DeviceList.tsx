import { useTranslate } from 'ra-core'
import type { z } from 'zod'

import type { device } from '../../../resources/domain/devices.ts'
import { Chip } from '../../ui/Chip.tsx'
import { timestampText } from '../../fields/dates/dates.ts'
import { icons } from '../../ui/icons.ts'
import { useFormats } from '../../language/useLanguage.ts'
import { deviceName, isPhone } from './deviceName.ts'
import { Button } from '../../ui/Button.tsx'

import './devices.css'

export type Device = z.output<typeof device>

const DeviceIcon = ({ device: name }: Pick<Device, 'device'>) => {
  const Icon = isPhone(name) ? icons.phone : icons.computer
  return <Icon className="device-drawing" />
}

type EndSession = {
  /** Label of the button that ends a session. */
  verb: string
  isBusy: boolean
  onEnd: (row: Device) => void
}
type RowProps = { row: Device; endSession: EndSession | null }

const DeviceRow = ({ row, endSession }: RowProps) => {
  const formats = useFormats()

  const translate = useTranslate()
  const name = deviceName(row.device, translate)
  return (
    <li className="device" title={row.device ?? undefined}>
      <DeviceIcon device={row.device} />
      <div>
        <p className="cluster">
          {name}
          {row.viewerName !== undefined && (
            <Chip tone="waiting">{translate('%{name}正以该账号的视角查看', { name: row.viewerName })}</Chip>
          )}
          {row.current === 1 && <Chip tone="good">{translate('本机')}</Chip>}
        </p>
        <p className="cluster caption">
          <span>
            {translate('最近使用 %{timestampText}', { timestampText: timestampText(row.lastAt, formats) })}
          </span>
          {row.createdAt && (
            <span>
              {translate('登录于 %{timestampText}', { timestampText: timestampText(row.createdAt, formats) })}
            </span>
          )}
          {row.ip && <span>IP {row.ip}</span>}
        </p>
      </div>
      {row.current === 0 && endSession && (
        <Button
          look="quiet"
          aria-label={translate('%{verb}%{label}', { verb: endSession.verb, label: name })}
          disabled={endSession.isBusy}
          onClick={() => endSession.onEnd(row)}
        >
          {endSession.verb}
        </Button>
      )}
    </li>
  )
}

type Props = { rows: readonly Device[]; endSession: EndSession | null }

/**
 * Devices on which a person is signed in, the current one first; the others have a button that ends their session.
 */
export const DeviceList = ({ rows, endSession }: Props) => (
  <ul className="plain-list lined devices">
    {rows
      .toSorted((a, b) => b.current - a.current)
      .map(row => (
        <DeviceRow key={row.id} row={row} endSession={endSession} />
      ))}
  </ul>
)
