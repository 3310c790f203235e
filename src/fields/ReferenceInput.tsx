import { FieldFrame } from './FieldFrame.tsx'
import { LazyComboBox } from './LazyComboBox.tsx'
import { useChoices, useNames } from './useChoices.ts'
import { ariaProps, type InputProps, useField, useMultiValueField } from './useField.ts'

/** Searchable select for a record of another resource. */
export const ReferenceInput = ({ field, source, isDisabled }: InputProps<'reference'>) => {
  const { id, value, onChange, onBlur, ref, error } = useField<number>(source)
  const { names } = useNames(field.to, value === null ? [] : [value])
  return (
    <FieldFrame id={id} field={field} error={error}>
      <LazyComboBox
        {...useChoices(field.to)}
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
    </FieldFrame>
  )
}

/** Searchable multi-select for records of another resource; keeps the order of selection. */
export const ReferencesInput = ({ field, source, isDisabled }: InputProps<'references'>) => {
  const { id, value, onChange, onBlur, ref, error } = useMultiValueField<number>(source, field.max)
  const { names } = useNames(field.to, value ?? [])
  return (
    <FieldFrame id={id} field={field} error={error}>
      <LazyComboBox
        {...useChoices(field.to)}
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
