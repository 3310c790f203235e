import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { cleanText } from '../../../resources/kit/index.ts'
import { readNumber } from '../../../resources/kit/readNumber.ts'
import { FieldFrame } from '../FieldFrame.tsx'
import { TextControl } from './TextControl.tsx'
import { ariaProps, type InputProps, useField } from '../useField.ts'

/** Parses a typed number; null if empty. Other text is returned unchanged, so that the field's schema reports it. */
export const parseNumber = (text: string): number | string | null => {
  if (cleanText(text) === '') return null
  return readNumber(text) ?? text
}

export const NumberInput = ({ field, source, isDisabled }: InputProps<'integer' | 'decimal'>) => {
  const { id, value, onChange, onBlur, ref, name, error } = useField<number | string>(source)
  // Keeps unfinished text such as "1." or full-width digits until the field loses the focus.
  const [typed, setTyped] = useState<string | null>(null)
  const translate = useTranslate()
  const unit = 'unit' in field ? field.unit : undefined
  const aria = ariaProps(id, { error, field })
  return (
    <FieldFrame id={id} field={field} error={error}>
      <div className="control-unit">
        <TextControl
          value={typed ?? String(value ?? '')}
          onText={text => {
            setTyped(text)
            onChange(parseNumber(text))
          }}
          {...aria}
          aria-describedby={
            [aria['aria-describedby'], unit && `${id}-unit`].filter(Boolean).join(' ') || undefined
          }
          id={id}
          name={name}
          className="control control-number"
          inputMode={('digits' in field && field.digits > 0) || field.min < 0 ? 'decimal' : 'numeric'}
          autoComplete="off"
          disabled={isDisabled}
          onBlur={() => {
            setTyped(null)
            onBlur()
          }}
          ref={ref}
        />
        {unit && <span id={`${id}-unit`}>{translate(unit)}</span>}
      </div>
    </FieldFrame>
  )
}
