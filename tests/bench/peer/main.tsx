// The yardstick: react-admin's own parts, nothing of ours, answering from memory.
import {
  Admin,
  type AuthProvider,
  DataTable,
  type DataProvider,
  Edit,
  List,
  Resource,
  SimpleForm,
  TextInput,
} from 'react-admin'
import { createRoot } from 'react-dom/client'

const rows = Array.from({ length: 60 }, (_, index) => ({
  id: index + 1,
  name: `Row ${index + 1}`,
  phone: `021-5555${index}`,
  city: 'Shanghai',
}))
const dataProvider = {
  getList: async (_: string, { pagination: { page, perPage } = { page: 1, perPage: 20 } }) => ({
    data: rows.slice((page - 1) * perPage, page * perPage),
    total: rows.length,
  }),
  getOne: async (_: string, { id }: { id: number }) => ({ data: rows[Number(id) - 1] }),
} as unknown as DataProvider

const key = 'peer-is-in'
const authProvider: AuthProvider = {
  login: async () => sessionStorage.setItem(key, '1'),
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
const Row = () => (
  <Edit>
    <SimpleForm>
      <TextInput source="name" />
      <TextInput source="phone" />
    </SimpleForm>
  </Edit>
)

createRoot(document.getElementById('root')!).render(
  <Admin dataProvider={dataProvider} authProvider={authProvider} disableTelemetry requireAuth>
    <Resource name="offices" list={Rows} edit={Row} />
  </Admin>,
)
