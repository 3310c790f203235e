import type { Field } from '../../../resources/kit/index.ts'
import { FieldControl } from '../FieldControl.tsx'
import { ComboBox } from '../comboBox/ComboBox.tsx'
import type { ListOption } from './OptionContent.tsx'
import { useField } from '../useField.ts'

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
  const { value, onChange, control, described } = useField<number>({ field, source })
  const choices = people.map(optionOf)
  return (
    <FieldControl {...described}>
      <ComboBox
        choices={choices}
        value={choices.filter(it => it.id === value)}
        isMultiple={false}
        isClearable={!field.isRequired}
        onChange={([chosen]) => onChange(chosen ? Number(chosen.id) : null)}
        control={control}
      />
    </FieldControl>
  )
}
