import type { Field } from '../../../resources/kit/index.ts'
import { FieldFrame } from '../FieldFrame.tsx'
import { LazyComboBox } from '../comboBox/LazyComboBox.tsx'
import type { ListOption } from './OptionContent.tsx'
import { ariaProps, useField } from '../useField.ts'

/** A person as a call offers him for a choice. */
type OfferedPerson = { id: number; name: string; organizationName?: string | undefined }

type Props = { field: Field<'select'>; source: string; people: readonly OfferedPerson[] }

const optionOf = ({ id, name, organizationName = '' }: OfferedPerson): ListOption => ({
  id,
  name,
  person: { picture: null, office: organizationName, licence: null },
})

/** Select of one of a few people, which looks like every other choice of people. */
export const PersonSelect = ({ field, source, people }: Props) => {
  const { id, value, onChange, onBlur, ref, error } = useField<number>(source)
  const choices = people.map(optionOf)
  return (
    <FieldFrame id={id} field={field} error={error}>
      <LazyComboBox
        id={id}
        choices={choices}
        value={choices.filter(it => it.id === value)}
        isMultiple={false}
        isClearable={!field.isRequired}
        onChange={([chosen]) => onChange(chosen ? Number(chosen.id) : null)}
        onBlur={onBlur}
        inputRef={ref}
        ariaProps={ariaProps(id, { error, field })}
      />
    </FieldFrame>
  )
}
