import { useTranslate } from 'ra-core'

import { FieldFrame } from '../FieldFrame.tsx'
import { ariaProps, type InputProps, useField } from '../useField.ts'

type Props = InputProps<'select'> & {
  /** Set if the option labels are names given by users, which must not be translated. */
  hasOwnNames?: true | undefined
}

/** The browser's own select, which is the fastest to use on a phone. */
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
