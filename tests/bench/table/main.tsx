// One list of a hundred positions, rendered by the product's table and by react-admin's DataTable in turn.
import { ListContextProvider, memoryStore, ResourceContextProvider, useList } from 'ra-core'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { AdminContext, DataTable } from 'react-admin'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'

import { chinese } from '../../../resources/kit/translate.ts'
import { positions } from '../../../resources/positions.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { columnWidthOf } from '../../../src/fields/kinds.tsx'
import type { RowModel } from '../../../src/list/table/rowModel.ts'
import { Table } from '../../../src/list/table/Table.tsx'
import '../../../src/fields/cells.css'
import '../../../src/list/table/table.css'

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
  width: columnWidthOf(positions.fields[name], chinese),
}))
const rows: RowModel = {
  titleName: 'postName',
  hasFace: false,
  faceOf: () => null,
  titleOf: record => String(record['postName']),
  pathOf: () => undefined,
  editPathOf: () => undefined,
  stateName: undefined,
  pages: [],
  actions: [],
  hasActions: false,
  actionsWidth: 0,
  isSelectable: true,
  onAct: () => {},
}

/** The cost of the same cells without a table component. */
const PlainTable = () => (
  <table>
    <tbody>
      {records.map(record => (
        <tr key={record.id}>
          <td>
            <input type="checkbox" aria-label="select" />
          </td>
          {names.map(name => (
            <td key={name}>{String(record[name])}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

const tables: Record<string, ReactNode> = {
  'a plain table': <PlainTable />,
  ours: <Table columns={columns} rowModel={rows} />,
  DataTable: (
    <DataTable bulkActionButtons={<i />}>
      {names.map(name => (
        <DataTable.Col key={name} source={name} />
      ))}
    </DataTable>
  ),
}

let show = (_name: string) => {}

/** The surrounding frame is rendered before, so that only the table is measured. */
const List = () => {
  const list = useList({ data: records, perPage: 100, resource: 'positions' })
  const [name, setName] = useState<string>()
  useLayoutEffect(() => {
    show = setName
  }, [])
  return <ListContextProvider value={list}>{name && tables[name]}</ListContextProvider>
}

const page = () =>
  createMemoryRouter([
    {
      path: '*',
      element: (
        <AdminContext store={memoryStore()}>
          <ResourceContextProvider value="positions">
            <List />
          </ResourceContextProvider>
        </AdminContext>
      ),
    },
  ])

const nextPaint = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))

/**
 * Milliseconds until a hundred rows are laid out, and from the press of a checkbox until the rows are updated. The
 * wait for the next frame is not counted, because it depends on the screen.
 */
const measure = async (name: string) => {
  const element = document.getElementById('root')!
  const root = createRoot(element)
  flushSync(() => root.render(<RouterProvider router={page()} />))
  await nextPaint()
  const start = performance.now()
  flushSync(() => show(name))
  if (element.querySelectorAll('tbody tr').length < 100) throw new Error('The rows are not there at once.')
  element.getBoundingClientRect()
  const mount = performance.now() - start
  await nextPaint()
  const boxes = element.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]')
  const pressed = performance.now()
  flushSync(() => boxes[50]!.click())
  element.getBoundingClientRect()
  const check = performance.now() - pressed
  root.unmount()
  return { mount, check }
}

Object.assign(window, { measure, tables: Object.keys(tables) })
