import { useTranslate } from 'ra-core'
import { useRef, useState } from 'react'

import { firmDay } from '../../../resources/kit/firmTime.ts'
import { Button } from '../../ui/Button.tsx'
import { firmTime } from './dates.ts'
import { parseDay, parseMonth, parseTimestamp, typedTime } from './typedDates.ts'
import type { Formats } from '../../../resources/kit/translate.ts'
import { useFormats } from '../../language/useLanguage.ts'
import { icons } from '../../ui/icons.ts'
import { FieldControl } from '../FieldControl.tsx'
import { TextControl } from '../text/TextControl.tsx'
import { type InputProps, useField } from '../useField.ts'

type DateFormat = {
  parse: (text: string, formats: Formats) => string | null
  show: (value: string, formats: Formats) => string
  /** Type of the browser's date picker, and the conversion to its value. */
  picker: 'date' | 'month' | 'datetime-local'
  toPicker: (value: string) => string
  /** Sample value, shown in the placeholder. */
  example: string
}

const identity = (text: string) => text
const dateFormats: Record<'date' | 'month' | 'datetime', DateFormat> = {
  date: {
    parse: parseDay,
    show: (day, { typedDay }) => typedDay(day),
    picker: 'date',
    toPicker: identity,
    example: '2026-03-08',
  },
  month: {
    parse: parseMonth,
    show: (month, { typedMonth }) => typedMonth(month),
    picker: 'month',
    toPicker: identity,
    example: '2026-03',
  },
  datetime: {
    parse: parseTimestamp,
    show: typedTime,
    picker: 'datetime-local',
    toPicker: value => firmTime(value).replace(' ', 'T'),
    // 09:30 in the firm's time zone.
    example: '2026-03-08T01:30:00Z',
  },
}

const dayLength = 86_400_000

type DaysAheadProps = Pick<InputProps<'date' | 'month' | 'datetime'>, 'field' | 'isDisabled'> & {
  value: string | null
  onChoose: (day: string) => void
}

/** Buttons for days so many days from today. */
const DaysAhead = ({ field, value, isDisabled, onChoose }: DaysAheadProps) => {
  const translate = useTranslate()
  const [today] = useState(Date.now)
  const days = 'daysAhead' in field ? field.daysAhead : undefined
  if (!days) return null
  return (
    <div className="date-presets">
      {days.map(count => {
        const day = firmDay(today + count * dayLength)
        return (
          <Button
            key={count}
            look="quiet"
            aria-pressed={value === day}
            disabled={isDisabled}
            onClick={() => onChoose(day)}
          >
            {translate('%{count}天', { count })}
          </Button>
        )
      })}
    </div>
  )
}

/** How a kind of date is read and written in the current language. */
const useDateFormat = (kind: keyof typeof dateFormats) => {
  const formats = useFormats()
  const { parse, show, ...format } = dateFormats[kind]
  return {
    ...format,
    parse: (text: string) => parse(text, formats),
    show: (date: string) => show(date, formats),
  }
}

/** Text input that accepts the usual ways of writing a date, with a button for the browser's picker. */
export const DateInput = ({ field, source, isDisabled }: InputProps<'date' | 'month' | 'datetime'>) => {
  const translate = useTranslate()
  const { picker: pickerType, toPicker, example, parse, show } = useDateFormat(field.kind)
  const { value, onChange, control, described } = useField<string>({ field, source, isDisabled })
  const [typed, setTyped] = useState<string | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const shown = value !== null && parse(show(value)) ? show(value) : (value ?? '')
  const choose = (date: string | null) => {
    setTyped(null)
    onChange(date)
  }
  return (
    <FieldControl {...described}>
      <div className="control-date">
        <TextControl
          value={typed ?? shown}
          onText={text => {
            setTyped(text)
            onChange(text.trim() === '' ? null : (parse(text) ?? text))
          }}
          {...control}
          className="control"
          // The example is in a sentence, because a date alone would look like a value.
          placeholder={translate('如 %{example}', { example: show(example) })}
          autoComplete="off"
          onBlur={() => {
            setTyped(null)
            control.onBlur()
          }}
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
          onChange={({ target }) =>
            choose(target.value === '' ? null : (parse(target.value) ?? target.value))
          }
          ref={picker}
        />
      </div>
      <DaysAhead field={field} value={value} isDisabled={isDisabled} onChoose={choose} />
    </FieldControl>
  )
}
