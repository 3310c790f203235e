import { useTranslate } from 'ra-core'

import { FieldControl } from '../FieldControl.tsx'
import { type InputProps, useField } from '../useField.ts'

type Props = InputProps<'select'> & {
  /** Set if the option labels are names given by users, which must not be translated. */
  hasOwnNames?: true | undefined
}

/** The browser's own select, which is the fastest to use on a phone. */
export const NativeSelect = ({ field, source, isDisabled, hasOwnNames }: Props) => {
  const translate = useTranslate()
  const { value, onChange, control, described } = useField<string | number>({ field, source, isDisabled })
  return (
    <FieldControl {...described}>
      <select
        {...control}
        className="control control-select"
        value={value ?? ''}
        onChange={({ target }) =>
          onChange(field.options.find(([option]) => String(option) === target.value)?.[0] ?? null)
        }
      >
        <option value="">{field.isRequired ? translate('请选择') : translate('不填')}</option>
        {field.options.map(([option, label]) => (
          <option key={option} value={option}>
            {hasOwnNames ? label : translate(label)}
          </option>
        ))}
      </select>
    </FieldControl>
  )
}
