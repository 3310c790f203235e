import { EditBase, TextInput, useEditContext } from 'react-admin'

import type { Fields } from '../../resources/kit/index.ts'
import { offices } from '../../resources/offices/index.ts'
import { Input } from '../../src/fields/inputs.tsx'
import { RecordForm } from '../../src/form/RecordForm.tsx'

const fields: Fields = offices.fields

const MixedForm = () => {
  const { record } = useEditContext()
  if (!record) return null
  return (
    <RecordForm
      resource={offices}
      base={record}
      onSaved={() => {}}
      renderField={name =>
        name === 'email' ? (
          <TextInput source="email" label="电子邮箱" />
        ) : (
          <Input field={fields[name]!} source={name} />
        )
      }
    />
  )
}

/** The product's form for an office, in which one input is react-admin's. */
export const MixedOffice = ({ id }: { id: number }) => (
  <EditBase resource="offices" id={id}>
    <MixedForm />
  </EditBase>
)
