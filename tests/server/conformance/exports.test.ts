import { parseCsv } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { chinese } from '../../../resources/kit/translate.ts'
import { entities } from '../../../resources/entities.ts'
import {
  type AnyEntity,
  type Call,
  describeUnmasked,
  type Field,
  type ReferenceNames,
} from '../../../resources/kit/index.ts'
import { requestFor, startApp, type TestApp } from '../../support/app.ts'
import {
  type Asker,
  createAsker,
  boundCall,
  demandedInputOf,
  levels,
  mayCall,
  people,
  type Values,
} from '../../support/asking.ts'
import { type List, lists } from '../../support/lists/expected.ts'
import { fillLists } from '../../support/lists/fill.ts'

let app: TestApp
let ask: Asker
beforeAll(async () => {
  app = await startApp()
  await fillLists(app)
  ask = createAsker(app)
})
afterAll(() => app.close())

type Exported = AnyEntity & { exports: NonNullable<AnyEntity['exports']> }
const isExported = (resource: AnyEntity): resource is Exported => resource.exports !== undefined
const exported = entities.filter(isExported)
const listOf = (resource: AnyEntity): List => {
  const call = resource.calls[resource.crud.list!]!
  return lists.find(it => it.call === call)!
}
const exportedLists = exported.map(resource => [resource.name, resource] as const)

test('every displayed list has an export', () => {
  const shown = entities.filter(it => it.crud.list && it.list.length > 0)
  expect(shown.filter(it => !isExported(it)).map(it => it.name)).toEqual([])
  expect(exported.every(it => boundCall(`${it.name}.export`).call === it.exports.call)).toBe(true)
})

/** Limits the log to some modules, because it grows with each export. */
const baseOf = ({ fields }: Exported): Values => (fields['operatorName'] ? { module: [3, 4, 5, 6] } : {})

const rowsOf = async (resource: Exported, by: string, query: Values = {}) => {
  const list = listOf(resource)
  const input = { ...list.params(app), ...baseOf(resource), ...resource.fixed, pageSize: 200, ...query }
  const { code, data } = await ask(list.call, by, input)
  expect(code).toBe('200')
  return (data as { records: Values[] }).records
}

const post = async (call: Call, by: string, input: Values) => {
  const { address, method, body } = requestFor(call, { ...demandedInputOf(call), ...input })
  const { token } = await app.as(by)
  const headers = { Token: token, 'Content-Type': 'application/json' }
  return app.fetch(address, { method, headers, body: JSON.stringify(body) })
}

/** The bytes of the file as a browser receives them. */
const fileOf = async (resource: Exported, by: string, input: Values = {}) => {
  const { call } = resource.exports
  const params = listOf(resource).params(app)
  const response = await post(call, by, { ...params, ...baseOf(resource), ...input })
  expect(response.headers.get('content-disposition'), resource.name).toContain('attachment')
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}
const csvOf = async (resource: Exported, by: string, input: Values = {}) => {
  const { bytes } = await fileOf(resource, by, { ...input, format: 'csv' })
  expect(Buffer.from(bytes.slice(0, 3)).toString('hex')).toBe('efbbbf')
  const text = new TextDecoder().decode(bytes)
  return parseCsv(text).map(row => row.map(String))
}

/** The names of referenced records, read from each resource's own list as the main administrator. */
const namesOf = async (resource: Exported): Promise<ReferenceNames> => {
  const found = Object.entries(resource.fields).flatMap(([name, field]) =>
    'to' in field ? [[name, field.to] as const] : [],
  )
  const names: Record<string, ReadonlyMap<number, string>> = {}
  for (const [name, to] of found) {
    const { calls, choices, crud, fixed, id, title } = entities.find(it => it.name === to)!
    const rows: Values[] = []
    for (const key of [choices, crud.list]) {
      const call = calls[key ?? '']
      if (!call) continue
      const answer = (await ask(call, 'admin', { ...fixed, ...(call.filters && { pageSize: 200 }) })).data
      rows.push(...(Array.isArray(answer) ? answer : ((answer as { records: Values[] }).records ?? [])))
    }
    names[name] = new Map(rows.map(row => [Number(row[id]), String(row[title])]))
  }
  return names
}

/** JSON fields travel as text. */
const parseIfJson = ({ isJson }: Field, value: unknown): unknown =>
  isJson && typeof value === 'string' ? JSON.parse(value) : value

/** The text with the escape against formulas. */
const withoutFormula = (text: string) => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text)
/** Fields whose text has names that the row does not contain. */
const composedFields = new Set(['workPosition', 'professions'])

describe.each(exportedLists)('%s', (_, resource) => {
  const { by } = listOf(resource)

  test('exports the requested columns in their order, with the rows of the list', async () => {
    const names = await namesOf(resource)
    const columns = resource.list.toReversed()
    const [sortField] = resource.sortable
    const sorting = sortField ? { sortField, sortOrder: 'desc' } : {}
    const [header, ...rows] = await csvOf(resource, by, { columns, ...sorting })
    expect(header).toEqual(columns.map(name => resource.fields[name]!.label))
    const listed = await rowsOf(resource, by, sorting)
    expect(listed.length).toBeGreaterThan(0)
    const expected = listed.map(row =>
      columns.map(name =>
        withoutFormula(
          describeUnmasked(
            chinese,
            resource.fields[name]!,
            parseIfJson(resource.fields[name]!, row[name]),
            name,
            names,
          ),
        ),
      ),
    )
    const compared = (cells: readonly string[]) =>
      cells.map((cell, at) => (composedFields.has(columns[at]!) ? '' : cell))
    expect(rows.map(compared)).toEqual(expected.map(compared))
    expect(JSON.stringify(rows)).not.toMatch(/\{\\"|\[\\"|object Object|undefined/)
  })

  test('writes the same cells as CSV and as a workbook, masked and without formulas', async () => {
    const { bytes } = await fileOf(resource, by)
    const { sheets } = await readXlsx(bytes)
    const width = resource.list.length
    const cells = sheets[0]!.rows.map(row => Array.from({ length: width }, (__, at) => String(row[at] ?? '')))
    expect(cells).toEqual(await csvOf(resource, by))
    expect(cells[0]).toEqual(resource.list.map(name => resource.fields[name]!.label))
    for (const cell of cells.flat()) {
      expect(cell).not.toMatch(/^[=+\-@\t\r]/)
      expect(cell).not.toMatch(/(?<!\d)1[3-9]\d{9}(?!\d)/)
    }
  })

  test('applies the filters of the list', async () => {
    const listed = await rowsOf(resource, by)
    const trials: Values[] = Object.entries(resource.filters).flatMap(([name, { field, compare }]) => {
      const value = listed.map(row => row[name]).find(it => it != null)
      if (field.kind !== 'select' || value === undefined) return []
      return [{ [name]: compare === 'oneOf' ? [value] : value }]
    })
    const word = String(listed[0]![resource.title] ?? '').slice(0, 2)
    const hasKeyword = 'keyword' in (listOf(resource).call.input as unknown as { shape: object }).shape
    for (const query of [...trials.slice(0, 2), ...(hasKeyword && word ? [{ keyword: word }] : [])]) {
      const [, ...rows] = await csvOf(resource, by, query)
      expect(rows, JSON.stringify(query)).toHaveLength((await rowsOf(resource, by, query)).length)
    }
  })

  test('is limited to the scope of the list, and refused without the right', async () => {
    const { call } = resource.exports
    const { call: listed, params } = listOf(resource)
    for (const level of levels) {
      const isAllowed = mayCall(call, level) && (mayCall(listed, level) || listed.who === 'public')
      const input = params(app)
      if (!isAllowed) {
        const response = await post(call, people[level], input)
        expect(((await response.json()) as { code: string }).code, level).toBe('4030')
        continue
      }
      const { code } = await ask(listed, people[level], { ...params(app), ...resource.fixed })
      if (code !== '200') continue
      const rows = await rowsOf(resource, people[level])
      const [, ...exportedRows] = await csvOf(resource, people[level])
      expect(exportedRows, level).toHaveLength(rows.length)
    }
  })

  test('logs the filters and the number of rows before it is sent', async () => {
    const rows = await rowsOf(resource, by)
    await fileOf(resource, by)
    const { data } = await ask(boundCall('logs.getPageList').call, by, { action: 'export', pageSize: 1 })
    expect((data as { records: Values[] }).records[0]).toMatchObject({
      action: 'export',
      module: 13,
      batchCount: rows.length,
      summary: expect.stringContaining(`导出${resource.label}${rows.length}条`),
    })
  })
})

test('refuses exports to an account without the right to export', async () => {
  const admin = await app.as('admin')
  const { id, version } = await admin.call('admins.one', { id: app.world.people.get('admin2')!.id })
  await admin.call('admins.firmAccessUserUpdate', { id, version, canExport: 0 })
  for (const { exports } of exported.filter(it => it.exports.call.who !== 'self')) {
    const response = await post(exports.call, 'admin2', {})
    expect(((await response.json()) as { code: string }).code).toBe('4030')
  }
})

test('escapes text that a spreadsheet would take for a formula', async () => {
  const admin = await app.as('admin')
  const names = ['=1+1', '+1职位', '-1职位', '@职位', '＝1职位']
  for (const [at, postName] of names.entries())
    await admin.call('positions.add', {
      postName,
      postCode: `Formula ${at}`,
      postLevel: 50,
      isPartner: 0,
      needLicence: 0,
      sort: 0,
      enabled: '1',
    })
  const positions = exported.find(it => it.name === 'positions')!
  const [, ...rows] = await csvOf(positions, 'admin', { keyword: 'Formula', columns: ['postName'] })
  expect(new Set(rows.flat())).toEqual(new Set(names.map(name => `'${name}`)))
})

test.each([
  [{ columns: [] }, 'columns'],
  [{ columns: ['passwordHash'] }, 'columns[0]'],
  [{ columns: ['name', 'name'] }, 'columns'],
  [{ format: 'pdf' }, 'format'],
  [{ pageNum: 1 }, 'pageNum'],
] as [Values, string][])('refuses %j with an error at its field', async (input, field) => {
  const { exports } = exported.find(it => it.name === 'professions')!
  const answer = (await (await post(exports.call, 'admin', input)).json()) as { code: string; data: unknown }
  expect(answer).toMatchObject({
    code: '4220',
    data: { errors: { [field]: expect.stringMatching(/\p{Script=Han}/u) } },
  })
})
