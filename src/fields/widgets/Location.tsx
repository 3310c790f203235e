import { useState } from 'react'

import type { CellProps } from '../cells.tsx'
import { FieldFrame } from '../FieldFrame.tsx'
import { parseNumber } from '../NumberInput.tsx'
import { describedBy, type InputProps, useField } from '../useField.ts'
import { useIme } from '../useIme.ts'

type Part = number | string | null
type Location = { longitude: Part; latitude: Part }

export const LocationCell = ({ value }: CellProps<'custom'>) => {
  const { longitude, latitude } = value as Location
  return <span className="cell-number cell-left">{`${longitude}, ${latitude}`}</span>
}

type PartProps = {
  id: string
  label: string
  value: Part
  describedBy: string | undefined
  isDisabled: boolean | undefined
  onChange: (value: Part) => void
}

const PartInput = ({ id, label, value, describedBy: description, isDisabled, onChange }: PartProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const ime = useIme(typed ?? String(value ?? ''), text => {
    setTyped(text)
    onChange(parseNumber(text))
  })
  return (
    <label className="location-part">
      {label}
      <input
        {...ime}
        id={id}
        className="control control-number"
        inputMode="decimal"
        autoComplete="off"
        disabled={isDisabled}
        aria-describedby={description}
        onBlur={() => setTyped(null)}
      />
    </label>
  )
}

/** A point on the map by its numbers, both or none; works without a map service. */
export const LocationInput = ({ field, source, isDisabled }: InputProps<'custom'>) => {
  const { id, value, onChange, error } = useField<Location>(source)
  const { longitude = null, latitude = null } = value ?? {}
  const write = (next: Location) => onChange(next.longitude === null && next.latitude === null ? null : next)
  const shared = { isDisabled, describedBy: describedBy(id, { error, field }) }
  return (
    <FieldFrame id={id} field={field} error={error} isGroup>
      <div className="location">
        <PartInput
          {...shared}
          id={id}
          label="经度"
          value={longitude}
          onChange={it => write({ longitude: it, latitude })}
        />
        <PartInput
          {...shared}
          id={`${id}-latitude`}
          label="纬度"
          value={latitude}
          onChange={it => write({ longitude, latitude: it })}
        />
      </div>
    </FieldFrame>
  )
}
