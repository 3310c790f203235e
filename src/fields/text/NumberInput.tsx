import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { cleanText } from '../../../resources/kit/index.ts'
import { readNumber } from '../../../resources/kit/readNumber.ts'
import { FieldControl } from '../FieldControl.tsx'
import { TextControl } from './TextControl.tsx'
import { type InputProps, useField } from '../useField.ts'

/** Parses a typed number; null if empty. Other text is returned unchanged, so that the field's schema reports it. */
export const parseNumber = (text: string): number | string | null => {
  if (cleanText(text) === '') return null
  return readNumber(text) ?? text
}

export const NumberInput = ({ field, source, isDisabled }: InputProps<'integer' | 'decimal'>) => {
  const { value, onChange, control, described } = useField<number | string>({ field, source, isDisabled })
  // Keeps unfinished text such as "1." or full-width digits until the field loses the focus.
  const [typed, setTyped] = useState<string | null>(null)
  const translate = useTranslate()
  const unit = 'unit' in field ? field.unit : undefined
  return (
    <FieldControl {...described}>
      <div className="control-unit">
        <TextControl
          value={typed ?? String(value ?? '')}
          onText={text => {
            setTyped(text)
            onChange(parseNumber(text))
          }}
          {...control}
          aria-describedby={
            [control['aria-describedby'], unit && `${control.id}-unit`].filter(Boolean).join(' ') || undefined
          }
          className="control control-number"
          inputMode={('digits' in field && field.digits > 0) || field.min < 0 ? 'decimal' : 'numeric'}
          autoComplete="off"
          onBlur={() => {
            setTyped(null)
            control.onBlur()
          }}
        />
        {unit && <span id={`${control.id}-unit`}>{translate(unit)}</span>}
      </div>
    </FieldControl>
  )
}
