import { FieldFrame } from '../FieldFrame.tsx'
import { LazyComboBox } from '../comboBox/LazyComboBox.tsx'
import { personLine } from './PersonOption.tsx'
import { useChoices, useNames } from './useChoices.ts'
import { usePeople } from './usePeople.ts'
import { ariaProps, type InputProps, useField, useMultiValueField } from '../useField.ts'

/** Searchable select for a record of another resource. */
export const ReferenceInput = ({ field, source, isDisabled }: InputProps<'reference'>) => {
  const { id, value, onChange, onBlur, ref, error } = useField<number>(source)
  const { choices, ...choosing } = useChoices(field.to)
  const options = usePeople(field.to, choices)
  const names = usePeople(field.to, useNames(field.to, value === null ? [] : [value]).names)
  const chosen = names[0]?.person
  return (
    <FieldFrame id={id} field={field} error={error}>
      <LazyComboBox
        {...choosing}
        choices={options}
        id={id}
        value={names}
        isMultiple={false}
        isClearable={!field.isRequired}
        isDisabled={isDisabled}
        onChange={([chosen]) => onChange(chosen ? Number(chosen.id) : null)}
        onBlur={onBlur}
        inputRef={ref}
        ariaProps={ariaProps(id, { error, field })}
      />
      {chosen && <p className="caption">{personLine(chosen, true)}</p>}
    </FieldFrame>
  )
}

/** Searchable multi-select for records of another resource; keeps the order of selection. */
export const ReferencesInput = ({ field, source, isDisabled }: InputProps<'references'>) => {
  const { id, value, onChange, onBlur, ref, error } = useMultiValueField<number>(source, field.max)
  const { choices, ...choosing } = useChoices(field.to)
  const options = usePeople(field.to, choices)
  const names = usePeople(field.to, useNames(field.to, value ?? []).names)
  return (
    <FieldFrame id={id} field={field} error={error}>
      <LazyComboBox
        {...choosing}
        choices={options}
        id={id}
        value={names}
        isMultiple
        isDisabled={isDisabled}
        onChange={chosen => onChange(chosen.map(it => Number(it.id)))}
        onBlur={onBlur}
        inputRef={ref}
        ariaProps={ariaProps(id, { error, field })}
      />
    </FieldFrame>
  )
}
