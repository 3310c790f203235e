import { useTranslate } from 'ra-core'
import { useRef } from 'react'
import { useFormContext } from 'react-hook-form'

import { keyboards, type TextField } from '../../../resources/kit/index.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldControl } from '../FieldControl.tsx'
import { type InputProps, useField } from '../useField.ts'
import { TextControl } from './TextControl.tsx'

type LineProps = {
  id: string
  label: string
  value: string
  error: string | undefined
  format: TextField['format']
  isDisabled: boolean | undefined
  onChange: (text: string) => void
  onRemove: () => void
}

const StringLine = ({ id, label, value, error, format, isDisabled, onChange, onRemove }: LineProps) => {
  const translate = useTranslate()
  return (
    <>
      <div className="strings-line">
        <TextControl
          value={value}
          onText={onChange}
          id={id}
          className="control"
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-error`}
          inputMode={keyboards[format]}
          autoComplete="off"
          disabled={isDisabled}
        />
        {!isDisabled && (
          <Button look="quiet" aria-label={translate('删除%{label}', { label })} onClick={onRemove}>
            {translate('删除')}
          </Button>
        )}
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {translate(error)}
        </p>
      )}
    </>
  )
}

/** List of short texts, one per line; always shows at least one line. */
export const StringsInput = ({ field, source, isDisabled }: InputProps<'strings'>) => {
  const translate = useTranslate()
  const { value, onChange, described } = useField<string[]>({ field, source })
  const { getFieldState, formState } = useFormContext()
  const group = useRef<HTMLDivElement>(null)
  const lines = value?.length ? value : ['']
  const change = (next: string[]) => onChange(next)
  const add = () => {
    change([...lines, ''])
    requestAnimationFrame(() => group.current?.querySelector<HTMLInputElement>('input:last-of-type')?.focus())
  }
  return (
    <FieldControl {...described} isGroup>
      <div className="strings" ref={group}>
        {lines.map((text, index) => (
          <StringLine
            // eslint-disable-next-line react/no-array-index-key -- Equal texts are allowed, so that only the index identifies a line.
            key={index}
            id={`${described.id}-${index}`}
            label={`${translate(field.label)} ${index + 1}`}
            value={text}
            format={field.item.format}
            isDisabled={isDisabled}
            error={getFieldState(`${source}.${index}`, formState).error?.message}
            onChange={next => change(lines.map((it, at) => (at === index ? next : it)))}
            onRemove={() => change(lines.filter((_, at) => at !== index))}
          />
        ))}
        {lines.length < field.max && !isDisabled && (
          <Button look="quiet" onClick={add}>
            {translate('添加%{label}', { label: translate(field.label) })}
          </Button>
        )}
      </div>
    </FieldControl>
  )
}
