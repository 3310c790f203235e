import { useTranslate } from 'ra-core'
import type { z } from 'zod'

import type { device } from '../../../resources/domain/devices.ts'
import { Chip } from '../../fields/cells.tsx'
import { timestampText } from '../../fields/dates.ts'
import { icons } from '../../shell/icons.ts'
import { useFormats } from '../../shell/language/useLanguage.ts'
import { deviceName, isPhone } from './deviceName.ts'
import { Button } from '../../shell/Button.tsx'

import './devices.css'

export type Device = z.output<typeof device>

const Drawing = ({ device: name }: Pick<Device, 'device'>) => {
  const Picture = isPhone(name) ? icons.phone : icons.computer
  return <Picture className="device-drawing" />
}

type Ending = {
  /** Label of the button that ends a session. */
  verb: string
  isBusy: boolean
  onEnd: (row: Device) => void
}
type RowProps = { row: Device; ending: Ending | null }

const Row = ({ row, ending }: RowProps) => {
  const formats = useFormats()

  const translate = useTranslate()
  const name = deviceName(row.device, translate)
  return (
    <li className="device" title={row.device ?? undefined}>
      <Drawing device={row.device} />
      <div>
        <p className="cluster">
          {name}
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
      {row.current === 0 && ending && (
        <Button
          look="quiet"
          aria-label={translate('%{verb}%{label}', { verb: ending.verb, label: name })}
          disabled={ending.isBusy}
          onClick={() => ending.onEnd(row)}
        >
          {ending.verb}
        </Button>
      )}
    </li>
  )
}

type Props = { rows: readonly Device[]; ending: Ending | null }

/** Where somebody is signed in: the device in use first, each of the others with the way to end its session. */
export const DeviceList = ({ rows, ending }: Props) => (
  <ul className="plain-list lined devices">
    {rows
      .toSorted((a, b) => b.current - a.current)
      .map(row => (
        <Row key={row.id} row={row} ending={ending} />
      ))}
  </ul>
)
