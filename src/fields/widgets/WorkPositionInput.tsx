import { useWatch } from 'react-hook-form'

import { FieldControl } from '../FieldControl.tsx'
import { ComboBox } from '../comboBox/ComboBox.tsx'
import { useChoices } from '../choice/useChoices.ts'
import { type InputProps, useField } from '../useField.ts'
import { isPosition, positionLabel, type Position } from './workPosition.ts'

export const WorkPositionInput = ({ field, source, isDisabled }: InputProps<'custom'>) => {
  const { value, onChange, control, described } = useField<Position>({ field, source, isDisabled })
  const language: unknown = useWatch({ name: 'language' })
  const { choices, isLoading } = useChoices('positions')
  const positions = choices.flatMap(({ record }) => (isPosition(record) ? [record] : []))
  const choiceOf = (it: Position) => ({ id: it.postCode, name: positionLabel(it, language) })
  return (
    <FieldControl {...described}>
      <ComboBox
        choices={positions.filter(it => it.enabled !== '0').map(choiceOf)}
        isLoading={isLoading}
        value={value ? [choiceOf(value)] : []}
        isMultiple={false}
        isClearable={!field.isRequired}
        onChange={([chosen]) => {
          const position = positions.find(it => it.postCode === chosen?.id)
          onChange(position ? { postName: position.postName, postCode: position.postCode } : null)
        }}
        control={control}
      />
    </FieldControl>
  )
}
