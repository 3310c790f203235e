import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useSession } from '../../../session/sessionContext.ts'
import { NumberInput } from '../../text/NumberInput.tsx'
import type { InputProps } from '../../useField.ts'
import { MapDialog } from './MapDialog.tsx'

const bounds = { kind: 'decimal', min: 3, max: 54, digits: 6 } as const

/**
 * Input for the latitude, with a button that sets both coordinates on a map if the firm has configured a map
 * provider.
 */
export const LatitudeInput = ({ field, source, isDisabled }: InputProps<'custom'>) => {
  const translate = useTranslate()
  const { provider = 'none', key = '' } = useSession().conf.map ?? {}
  const [isOpen, setOpen] = useState(false)
  const { setValue } = useFormContext()
  const longitudeSource = source.replace(/latitude$/, 'longitude')
  const [longitude, latitude]: unknown[] = useWatch({ name: [longitudeSource, source] })
  const place = typeof longitude === 'number' && typeof latitude === 'number' ? { longitude, latitude } : null
  const set = (name: string, value: number) =>
    setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  return (
    <>
      <NumberInput field={{ ...field, ...bounds }} source={source} {...(isDisabled && { isDisabled })} />
      {provider !== 'none' && key !== '' && !isDisabled && (
        <Button onPointerEnter={Dialog.preload} onFocus={Dialog.preload} onClick={() => setOpen(true)}>
          {translate('在地图上选点')}
        </Button>
      )}
      {isOpen && (
        <MapDialog
          provider={provider}
          mapKey={key}
          place={place}
          onClose={() => setOpen(false)}
          onPick={picked => {
            set(longitudeSource, picked.longitude)
            set(source, picked.latitude)
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
