// One list of a hundred positions, drawn by the product's table and by react-admin's DataTable, in turn.
import { ListContextProvider, memoryStore, ResourceContextProvider, useList } from 'ra-core'
import type { ReactNode } from 'react'
import { AdminContext, DataTable } from 'react-admin'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'

import { positions } from '../../../resources/positions.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { widthOf } from '../../../src/fields/kinds.tsx'
import type { Rows } from '../../../src/views/list/rows.ts'
import { Table } from '../../../src/views/list/Table.tsx'

const records: AnyRecord[] = Array.from({ length: 100 }, (_, index) => ({
  id: index + 1,
  postId: index + 1,
  postName: `职位${index + 1}`,
  postCode: `Code ${index + 1}`,
  postLevel: index % 9,
  isPartner: index % 2,
  needLicence: index % 2,
  sort: index,
  enabled: index % 3 ? '1' : '0',
}))
const names = ['postName', 'postCode', 'postLevel', 'isPartner', 'needLicence', 'sort', 'enabled'] as const
const columns = names.map(name => ({
  name,
  field: positions.fields[name],
  isSortable: false,
  isFixed: false,
  isHidden: false,
  width: widthOf(positions.fields[name]),
}))
const rows: Rows = {
  titleName: 'postName',
  hasFace: false,
  faceOf: () => undefined,
  titleOf: record => String(record['postName']),
  pathOf: () => undefined,
  editPathOf: () => undefined,
  stateName: undefined,
  pages: [],
  actions: [],
  hasActions: false,
  isSelectable: true,
  onAct: () => {},
}

const tables: Record<string, ReactNode> = {
  ours: <Table columns={columns} rows={rows} />,
  DataTable: (
    <DataTable bulkActionButtons={<i />}>
      {names.map(name => (
        <DataTable.Col key={name} source={name} />
      ))}
    </DataTable>
  ),
}

const List = ({ children }: { children: ReactNode }) => {
  const list = useList({ data: records, perPage: 100, resource: 'positions' })
  return <ListContextProvider value={list}>{children}</ListContextProvider>
}

const page = (table: ReactNode) =>
  createMemoryRouter([
    {
      path: '*',
      element: (
        <AdminContext store={memoryStore()}>
          <ResourceContextProvider value="positions">
            <List>{table}</List>
          </ResourceContextProvider>
        </AdminContext>
      ),
    },
  ])

const nextPaint = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))

/** Milliseconds from nothing to a hundred rows, and from the press of a checkbox to the next paint. */
const measure = async (name: string) => {
  const element = document.getElementById('root')!
  const root = createRoot(element)
  const router = page(tables[name])
  const start = performance.now()
  flushSync(() => root.render(<RouterProvider router={router} />))
  while (element.querySelectorAll('tbody tr').length < 100) await nextPaint()
  await nextPaint()
  const mount = performance.now() - start
  const boxes = element.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]')
  const pressed = performance.now()
  flushSync(() => boxes[50]!.click())
  const check = performance.now() - pressed
  root.unmount()
  return { mount, check }
}

Object.assign(window, { measure, tables: Object.keys(tables) })
