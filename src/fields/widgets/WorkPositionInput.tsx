import { useWatch } from 'react-hook-form'

import { FieldFrame } from '../FieldFrame.tsx'
import { LazyComboBox } from '../comboBox/LazyComboBox.tsx'
import { useChoices } from '../choice/useChoices.ts'
import { ariaProps, type InputProps, useField } from '../useField.ts'
import { isPosition, positionLabel, type Position } from './workPosition.ts'

export const WorkPositionInput = ({ field, source, isDisabled }: InputProps<'custom'>) => {
  const { id, value, onChange, onBlur, ref, error } = useField<Position>(source)
  const language: unknown = useWatch({ name: 'language' })
  const { choices, isLoading } = useChoices('positions')
  const positions = choices.flatMap(({ record }) => (isPosition(record) ? [record] : []))
  const choiceOf = (it: Position) => ({ id: it.postCode, name: positionLabel(it, language) })
  return (
    <FieldFrame id={id} field={field} error={error}>
      <LazyComboBox
        id={id}
        choices={positions.filter(it => it.enabled !== '0').map(choiceOf)}
        isLoading={isLoading}
        value={value ? [choiceOf(value)] : []}
        isMultiple={false}
        isClearable={!field.isRequired}
        isDisabled={isDisabled}
        onChange={([chosen]) => {
          const position = positions.find(it => it.postCode === chosen?.id)
          onChange(position ? { postName: position.postName, postCode: position.postCode } : null)
        }}
        onBlur={onBlur}
        inputRef={ref}
        ariaProps={ariaProps(id, { error, field })}
      />
    </FieldFrame>
  )
}
