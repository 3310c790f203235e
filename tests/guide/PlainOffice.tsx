import { Edit, SimpleForm, TextInput } from 'react-admin'

/** The contacts of an office in react-admin's own form. */
export const PlainOffice = ({ id }: { id: number }) => (
  <Edit resource="offices" id={id} mutationMode="pessimistic" redirect={false}>
    <SimpleForm>
      <TextInput source="name" label="律所名称" readOnly />
      <TextInput source="phone" label="联系电话" />
      <TextInput source="email" label="邮箱" />
    </SimpleForm>
  </Edit>
)
