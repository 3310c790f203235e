// The yardstick: react-admin's own parts, nothing of ours, answered from memory over the same network.
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
