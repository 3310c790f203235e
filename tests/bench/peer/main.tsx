// The baseline: react-admin's own components without any of this product, answered from memory over the same network.
import {
  Admin,
  type AuthProvider,
  DataTable,
  type DataProvider,
  DateInput,
  Edit,
  List,
  NumberInput,
  Resource,
  SelectInput,
  SimpleForm,
  TextInput,
} from 'react-admin'
import { createRoot } from 'react-dom/client'

const ask = async (path: string, init?: RequestInit) => (await fetch(`/api/${path}`, init)).json()
const dataProvider = {
  getList: (_: string, { pagination: { page, perPage } = { page: 1, perPage: 20 } }) =>
    ask(`rows?page=${page}&size=${perPage}`),
  getOne: (_: string, { id }: { id: number }) => ask(`rows/${id}`),
} as unknown as DataProvider

const key = 'peer-is-in'
const authProvider: AuthProvider = {
  login: async () => {
    await ask('login', { method: 'POST' })
    sessionStorage.setItem(key, '1')
  },
  logout: async () => sessionStorage.removeItem(key),
  checkAuth: async () => {
    if (!sessionStorage.getItem(key)) throw new Error('signed out')
  },
  checkError: async () => {},
  getPermissions: async () => null,
}

const Rows = () => (
  <List>
    <DataTable>
      <DataTable.Col source="name" />
      <DataTable.Col source="phone" />
      <DataTable.Col source="city" />
    </DataTable>
  </List>
)
/** As many fields as the product's office form, of the same kinds if react-admin has them. */
const sections: Record<string, string[]> = {
  General: ['name', 'shortName', 'nameEn', 'creditCode', 'principal'],
  Address: ['districtCode', 'address', 'addressEn', 'transport'],
  Contact: ['phone', 'fax', 'email', 'postcode', 'workHours'],
  Pictures: ['logo', 'cover', 'images', 'video', 'videoCover'],
  Website: ['homeUrl', 'mpName', 'mpAppId', 'mpPath'],
}
const Row = () => (
  <Edit>
    <SimpleForm>
      {Object.entries(sections).map(([title, names]) => (
        <section key={title}>
          <h2>{title}</h2>
          {names.map(name => (
            <TextInput key={name} source={name} />
          ))}
        </section>
      ))}
      <DateInput source="foundedOn" />
      <NumberInput source="longitude" />
      <NumberInput source="latitude" />
      <TextInput source="intro" multiline />
      <TextInput source="introEn" multiline />
      <NumberInput source="weight" />
      <SelectInput
        source="showStatus"
        choices={[
          { id: 0, name: 'hidden' },
          { id: 1, name: 'shown' },
        ]}
      />
    </SimpleForm>
  </Edit>
)

createRoot(document.getElementById('root')!).render(
  <Admin dataProvider={dataProvider} authProvider={authProvider} disableTelemetry requireAuth>
    <Resource name="offices" list={Rows} edit={Row} />
  </Admin>,
)
