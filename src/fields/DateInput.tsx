import { useTranslate } from 'ra-core'
import { useRef, useState } from 'react'

import { firmTime } from './dates.ts'
import { parseDay, parseMonth, parseTimestamp, typedTime } from './typedDates.ts'
import type { Formats } from '../../resources/kit/translate.ts'
import { useFormats } from '../shell/language/useLanguage.ts'
import { icons } from '../shell/icons.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { TextControl } from './TextControl.tsx'
import { ariaProps, type InputProps, useField } from './useField.ts'

type Format = {
  parse: (text: string, formats: Formats) => string | null
  show: (value: string, formats: Formats) => string
  /** The browser's own picker, and its value of ours. */
  picker: 'date' | 'month' | 'datetime-local'
  toPicker: (value: string) => string
  /** How it is typed here. */
  example: string
}

const asIs = (text: string) => text
const kinds: Record<'date' | 'month' | 'datetime', Format> = {
  date: {
    parse: parseDay,
    show: (day, { typedDay }) => typedDay(day),
    picker: 'date',
    toPicker: asIs,
    example: '2026-03-08',
  },
  month: {
    parse: parseMonth,
    show: (month, { typedMonth }) => typedMonth(month),
    picker: 'month',
    toPicker: asIs,
    example: '2026-03',
  },
  datetime: {
    parse: parseTimestamp,
    show: typedTime,
    picker: 'datetime-local',
    toPicker: value => firmTime(value).replace(' ', 'T'),
    // Half past nine of the firm's clocks.
    example: '2026-03-08T01:30:00Z',
  },
}

/** Text that accepts what people type, and a button for the browser's own picker. */
export const DateInput = ({ field, source, isDisabled }: InputProps<'date' | 'month' | 'datetime'>) => {
  const translate = useTranslate()
  const formats = useFormats()
  const { picker: pickerType, toPicker, example, ...kind } = kinds[field.kind]
  const parse = (text: string) => kind.parse(text, formats)
  const show = (date: string) => kind.show(date, formats)
  const { id, value, onChange, onBlur, ref, name, error } = useField<string>(source)
  const [typed, setTyped] = useState<string | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const shown = value !== null && parse(show(value)) ? show(value) : (value ?? '')
  return (
    <FieldFrame id={id} field={field} error={error}>
      <div className="control-date">
        <TextControl
          value={typed ?? shown}
          onText={text => {
            setTyped(text)
            onChange(text.trim() === '' ? null : (parse(text) ?? text))
          }}
          {...ariaProps(id, { error, field })}
          id={id}
          name={name}
          className="control"
          // In words, since a day alone would look like one that is filled in.
          placeholder={translate('如 %{example}', { example: show(example) })}
          autoComplete="off"
          disabled={isDisabled}
          onBlur={() => {
            setTyped(null)
            onBlur()
          }}
          ref={ref}
        />
        <button
          type="button"
          className="control-date-button"
          aria-label={translate('选择%{label}', { label: translate(field.label) })}
          disabled={isDisabled}
          onClick={() => picker.current?.showPicker()}
        >
          <icons.calendar />
        </button>
        <input
          type={pickerType}
          className="control-date-picker"
          tabIndex={-1}
          aria-hidden
          value={value && parse(show(value)) ? toPicker(value) : ''}
          onChange={({ target }) => {
            setTyped(null)
            onChange(target.value === '' ? null : (parse(target.value) ?? target.value))
          }}
          ref={picker}
        />
      </div>
    </FieldFrame>
  )
}
