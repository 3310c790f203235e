import { useTranslate } from 'ra-core'

import { FieldFrame } from './FieldFrame.tsx'
import { ariaProps, type InputProps, useField } from './useField.ts'

type Props = InputProps<'select'> & {
  /** The labels of the options are names that people gave, which stay as they are in every language. */
  hasOwnNames?: true | undefined
}

/** The browser's own list: on a phone nothing of ours is as quick with one thumb. */
export const NativeSelect = ({ field, source, isDisabled, hasOwnNames }: Props) => {
  const translate = useTranslate()
  const { id, value, onChange, onBlur, ref, name, error } = useField<string | number>(source)
  return (
    <FieldFrame id={id} field={field} error={error}>
      <select
        {...ariaProps(id, { error, field })}
        id={id}
        name={name}
        className="control control-select"
        disabled={isDisabled}
        value={value ?? ''}
        onChange={({ target }) =>
          onChange(field.options.find(([option]) => String(option) === target.value)?.[0] ?? null)
        }
        onBlur={onBlur}
        ref={ref}
      >
        <option value="">{field.isRequired ? translate('请选择') : translate('不填')}</option>
        {field.options.map(([option, label]) => (
          <option key={option} value={option}>
            {hasOwnNames ? label : translate(label)}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
