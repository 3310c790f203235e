import { FieldControl } from '../FieldControl.tsx'
import { ComboBox } from '../comboBox/ComboBox.tsx'
import { personLine } from './PersonOption.tsx'
import { useChoices, useNames } from './useChoices.ts'
import { usePeople } from './usePeople.ts'
import { type InputProps, useField, useMultiValueField } from '../useField.ts'

/** Searchable select for a record of another resource. */
export const ReferenceInput = ({ field, source, isDisabled }: InputProps<'reference'>) => {
  const { value, onChange, control, described } = useField<number>({ field, source, isDisabled })
  const { choices, ...choosing } = useChoices(field.to)
  const options = usePeople(field.to, choices)
  const names = usePeople(field.to, useNames(field.to, value === null ? [] : [value]).names)
  const chosen = names[0]?.person
  return (
    <FieldControl {...described}>
      <ComboBox
        {...choosing}
        choices={options}
        value={names}
        isMultiple={false}
        isClearable={!field.isRequired}
        onChange={([chosen]) => onChange(chosen ? Number(chosen.id) : null)}
        control={control}
      />
      {chosen && <p className="caption">{personLine(chosen, true)}</p>}
    </FieldControl>
  )
}

/** Searchable multi-select for records of another resource; keeps the order of selection. */
export const ReferencesInput = ({ field, source, isDisabled }: InputProps<'references'>) => {
  const { value, onChange, control, described } = useMultiValueField<number>({ field, source, isDisabled })
  const { choices, ...choosing } = useChoices(field.to)
  const options = usePeople(field.to, choices)
  const names = usePeople(field.to, useNames(field.to, value ?? []).names)
  return (
    <FieldControl {...described}>
      <ComboBox
        {...choosing}
        choices={options}
        value={names}
        isMultiple
        onChange={chosen => onChange(chosen.map(it => Number(it.id)))}
        control={control}
      />
    </FieldControl>
  )
}
