import type { ComponentType } from 'react'

import { FieldControl } from '../FieldControl.tsx'
import { type InputProps, useField } from '../useField.ts'

type Props = InputProps<'custom'> & { FieldInput: ComponentType<InputProps> }

/** Fields of a nested object, each with the input of its kind. */
export const GroupInput = ({ field, source, isDisabled, FieldInput }: Props) => {
  const { described } = useField<object>({ field, source })
  return (
    <FieldControl {...described} isGroup>
      <div className="rows-fields">
        {Object.entries(field.fields ?? {}).map(([name, part]) => (
          <FieldInput
            key={name}
            field={part}
            source={`${source}.${name}`}
            {...(isDisabled && { isDisabled })}
          />
        ))}
      </div>
    </FieldControl>
  )
}
