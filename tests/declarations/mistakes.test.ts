import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'

import { folderOfFile } from '../support/folder.ts'

// The compiler's message for a wrong name in a declaration says which name is wrong and which are possible. All
// mistakes are compiled together, one per line.

const root = join(import.meta.dirname, '../..')
const folder = folderOfFile('mistakes')

const before = `
import * as kit from '${root}/resources/kit/index.ts'
import { filteredListPath } from '${root}/resources/kit/filteredListPath.ts'
import '${root}/resources/domain/register.ts'
const { area, defineEntity, defineSetting, emptyAnswer, emptyInput, enableDisableActions, equal, getCall, inputSchema } = kit
const { integer, pagedCall, putCall, recordSchema, reference, rows, select, text, toggle } = kit
const states = [[1, '启用'], [0, '停用']] as const
const fields = { id: integer('编号'), name: text('名称', { max: 20 }), state: select('状态', states) }
const { id, name } = fields
const calls = {
  page: pagedCall('/things', 'self', { row: recordSchema(fields), filters: { state: equal(fields.state) }, sortable: ['name'] }),
  one: getCall('/things/{id}', 'self', () => inputSchema({ id }), () => recordSchema(fields)),
  update: putCall('/things/{id}', 'self', () => inputSchema({ id, name }), () => emptyAnswer),
}
const crud = { list: 'page', one: 'one' } as const
const sort = { field: 'name', order: 'ASC' } as const
const thing = { name: 'things', label: '样例', id: 'id', title: 'name', fields, calls, crud, sort } as const
const route = { path: '/app/things', title: '样例', roles: ['admin'] } as const
const pageRoute = { ...route, page: 'cardDetail' } as const
const action = { label: '做', on: ['row'] } as const
const setting = {
  name: 'switch', label: '开关', fields: { on: toggle('开') }, initial: { on: 1 }, path: '/firmConf/switch',
  view: 'conf.view', edit: 'conf.edit', logModule: 10, route: { ...route, menu: 'conf' },
} as const
export const sound = [
  filteredListPath(defineEntity({ ...thing, views: { list: route } }), { state: 1, keyword: '甲' }),
  defineEntity({ ...thing, list: ['name'], filters: ['state'], form: { 基本: ['name'] }, views: { list: route } }),
  defineSetting({ ...setting, form: { 基本: ['on'] } }),
]
`
const isNoField = `Type '"nmae"' is not assignable to type '"id" | "name" | "state"'.`

/** Mistakes by name: the code, and the first line of the compiler's message. */
const mistakes: Readonly<Record<string, readonly [code: string, message: string]>> = {
  'a column of the list': ['defineEntity({ ...thing, list: ["nmae"] })', isNoField],
  'a field of the form': ['defineEntity({ ...thing, form: { 基本: ["nmae"] } })', isNoField],
  'a field of the record’s page': ['defineEntity({ ...thing, show: { 基本: ["nmae"] } })', isNoField],
  'a field that the inventory of personal information forgets': [
    'kit.inventory({ name: "things", fields }, { general: { 识别人员: ["name"] }, none: ["id"] })',
    `Property 'unanswered' is missing in type`,
  ],
  'a field of the inventory': [
    'kit.inventory({ name: "things", fields }, { none: ["id", "name", "state", "nmae"] })',
    isNoField,
  ],
  'the order of the list': ['defineEntity({ ...thing, sort: { field: "nmae", order: "ASC" } })', isNoField],
  'a field that a list is sorted by': [
    'pagedCall("/things", "self", { row: recordSchema(fields), filters: {}, sortable: ["nmae"] })',
    isNoField,
  ],
  'an option that a tab counts': [
    'defineEntity({ ...thing, tabs: { field: "state", call: "one", counts: { on: "normal" } } })',
    `Object literal may only specify known properties, and 'on' does not exist in type '{ readonly 0: string`,
  ],
  'the province of an area': [
    'defineEntity({ ...thing, fields: { ...fields, at: area("地区", ["nmae", "name"]) } })',
    `Type '"nmae"' is not assignable to type '"at" | "id" | "name" | "state"'.`,
  ],
  'a column of an import': [
    'defineEntity({ ...thing, importColumns: { nmae: /名/ } })',
    `Object literal may only specify known properties, and 'nmae' does not exist in type '{ readonly id?: RegExp`,
  ],
  'a filter that the list call has not': [
    'defineEntity({ ...thing, filters: ["nmae"] })',
    `Type '"nmae"' is not assignable to type '"state"'.`,
  ],
  'a filter in the address of a list': [
    'filteredListPath(defineEntity({ ...thing }), { sate: 1 })',
    `Object literal may only specify known properties, but 'sate' does not exist in type 'Readonly<Partial<Record<`,
  ],
  'a value that a new record starts with': [
    'defineEntity({ ...thing, initial: { state: 2 } })',
    `Type '2' is not assignable to type '0 | 1 | undefined'.`,
  ],
  'a verb that react-admin has not': [
    'defineEntity({ ...thing, crud: { fetch: "page" } })',
    `Object literal may only specify known properties, and 'fetch' does not exist in type 'Crud<"one" | "page" | "update">'.`,
  ],
  'a call that serves a verb': [
    'defineEntity({ ...thing, crud: { list: "pages" } })',
    `Type '"pages"' is not assignable to type '"one" | "page" | "update" | undefined'. Did you mean '"page"'?`,
  ],
  'a call of an action': [
    'defineEntity({ ...thing, actions: { go: { ...action, call: "updte", input: () => ({}) } } })',
    `Type '"updte"' is not assignable to type '"one" | "page" | "update"'. Did you mean '"update"'?`,
  ],
  'a field that an action sends': [
    'defineEntity({ ...thing, actions: { go: { ...action, call: "one", input: it => ({ id: it.nmae }) } } })',
    `Property 'nmae' does not exist on type '{ id: number; name: string; state: 0 | 1; }`,
  ],
  'a field that two actions turn over': [
    'defineEntity({ ...thing, actions: enableDisableActions({ call: "update", ids: ["id"], field: "sate" }) })',
    `Property 'sate' is missing in type '{ id: number; name: string; state: 0 | 1; }`,
  ],
  'a call that a page requires': [
    'defineEntity({ ...thing, pages: { own: { ...pageRoute, requires: "pgae" } } })',
    `Type '"pgae"' is not assignable to type '"one" | "page" | "update" | undefined'.`,
  ],
  'a page': [
    'defineEntity({ ...thing, pages: { own: { ...route, page: "cardDetial" } } })',
    `Type '"cardDetial"' is not assignable to type`,
  ],
  'a menu entry': [
    'defineEntity({ ...thing, views: { list: { ...route, menu: "office.lsit" } } })',
    `Type '"office.lsit"' is not assignable to type`,
  ],
  'a role': [
    'defineEntity({ ...thing, views: { list: { ...route, roles: ["root"] } } })',
    `Type '"root"' is not assignable to type 'Role'.`,
  ],
  'a route without a title': [
    'defineEntity({ ...thing, views: { list: { path: "/app/things", roles: ["admin"] } } })',
    `Property 'title' is missing in type '{ path: "/app/things"; roles: "admin"[]; }' but required in type 'Route'.`,
  ],
  'what a derived screen takes no notice of': [
    'defineEntity({ ...thing, views: { list: { ...route, requires: "page" } } })',
    `Object literal may only specify known properties, and 'requires' does not exist in type 'Route'.`,
  ],
  'an option of an entity': [
    'defineEntity({ ...thing, colums: ["name"] })',
    `Object literal may only specify known properties, and 'colums' does not exist in type 'EntityDeclaration<`,
  ],
  'an option of a field': [
    'text("名称", { max: 20, multiline: true })',
    `Object literal may only specify known properties, but 'multiline' does not exist in type 'TextOptions'. Did you mean to write 'isMultiline'?`,
  ],
  'an entity that a field refers to': [
    'reference("职位", "postions")',
    `Argument of type '"postions"' is not assignable to parameter of type 'Referable'.`,
  ],
  'the part of which each row has another value': [
    'rows("块", { key: text("键", { max: 20 }) }, { max: 3, rowPerOptionOf: "kye" })',
    `Type '"kye"' is not assignable to type '"key"'.`,
  ],
  'a capability': [
    'getCall("/things", "positions.edit", () => emptyInput, () => emptyAnswer)',
    `Argument of type '"positions.edit"' is not assignable to parameter of type 'Who'.`,
  ],
  'a path without a slash': [
    'getCall("things", "self", () => emptyInput, () => emptyAnswer)',
    `Argument of type '"things"' is not assignable to parameter of type`,
  ],
  'a setting without a route': [
    'defineSetting((({ route: _, ...rest }) => rest)(setting))',
    `Property 'route' is missing in type`,
  ],
  'a default of a setting': [
    'defineSetting({ ...setting, initial: { on: true } })',
    `Type 'true' is not assignable to type '0 | 1'.`,
  ],
  'a field of a setting': [
    'defineSetting({ ...setting, form: { 基本: ["off"] } })',
    `Type '"off"' is not assignable to type '"on"'.`,
  ],
}

const firstLine = before.split('\n').length
/** The compiler's messages by line. */
const messages = new Map<number, string>()

const compile = (cwd: string) =>
  new Promise<string>(resolve => {
    const compiler = join(root, 'node_modules/typescript/lib/tsc.js')
    execFile(process.execPath, [compiler, '-p', '.', '--pretty', 'false'], { cwd }, (_error, output) =>
      resolve(output),
    )
  })

beforeAll(async () => {
  const lines = Object.values(mistakes).map(([code], index) => `export const it${index} = ${code}`)
  await writeFile(join(folder(), 'declarations.ts'), `${before}${lines.join('\n')}\n`)
  const compilerOptions = { incremental: false, tsBuildInfoFile: null, types: [], noUnusedLocals: false }
  const project = { extends: join(root, 'tsconfig.json'), compilerOptions, include: ['declarations.ts'] }
  await writeFile(join(folder(), 'tsconfig.json'), JSON.stringify(project))
  const output = await compile(folder())
  for (const part of output.split(/^(?=\S+\(\d+,\d+\): error )/m)) {
    const [, line, message] = /^declarations\.ts\((\d+),\d+\): error TS\d+: (.*)$/s.exec(part) ?? []
    messages.set(Number(line), message ?? part)
  }
})

test('a correct declaration and the code around the mistakes compile', () => {
  const lines = Object.keys(mistakes).map((_, index) => firstLine + index)
  expect([...messages].filter(([line]) => !lines.includes(line))).toEqual([])
})

test.each(Object.entries(mistakes))('the compiler names %s', (title, [, expected]) => {
  const found = messages.get(firstLine + Object.keys(mistakes).indexOf(title))
  expect(found).toContain(expected)
})
