import type { ComponentType } from 'react'

import { FieldFrame } from '../FieldFrame.tsx'
import { type InputProps, useField } from '../useField.ts'

type Props = InputProps<'custom'> & { Part: ComponentType<InputProps> }

/** The parts of one small record, each as the input of its own kind. */
export const GroupInput = ({ field, source, isDisabled, Part }: Props) => {
  const { id, error } = useField<object>(source)
  return (
    <FieldFrame id={id} field={field} error={error} isGroup>
      <div className="rows-fields">
        {Object.entries(field.fields ?? {}).map(([name, part]) => (
          <Part key={name} field={part} source={`${source}.${name}`} {...(isDisabled && { isDisabled })} />
        ))}
      </div>
    </FieldFrame>
  )
}
