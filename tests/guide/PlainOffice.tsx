import { Edit, SimpleForm, TextInput } from 'react-admin'

/** The contacts of an office in react-admin's own form. */
export const PlainOffice = ({ id }: { id: number }) => (
  <Edit resource="offices" id={id} mutationMode="pessimistic" redirect={false}>
    <SimpleForm>
      <TextInput source="name" readOnly />
      <TextInput source="phone" />
      <TextInput source="email" />
    </SimpleForm>
  </Edit>
)
