import { menuNames } from '../../resources/domain/menu.ts'
import * as kit from '../../resources/kit/index.ts'
import { textsOf } from './fieldList.ts'
import { createFile, createMigration, exportTables, type Folder, requireFreeName } from './folder.ts'
import { refuse } from './mistake.ts'
import { databaseName, keyOf, quote, readable, requireName, singular, withinSentence } from './names.ts'
import { addTo, argumentOf, insertImport, isVariable } from './source.ts'
import { entityTable } from './tables.ts'
import {
  fieldCode,
  type FieldWord,
  functionsOf,
  initialOf,
  isChosen,
  isColumn,
  isDay,
  isImportable,
  isSortable,
  kindWord,
} from './words.ts'

/** What is written for an entity or a setting, in the words of the command line. */
export type Declared = {
  label: string
  name: string
  /** English of the label; by default derived from the name. */
  english?: string
  fields: readonly FieldWord[]
  /** A group of the menu in which the entry stands. */
  group?: string
}

const list = (names: readonly string[]) => `[${names.map(quote).join(', ')}]`

/** The object that `index.ts` passes to `defineExtension`. */
export const declarationOf = (folder: Folder) =>
  argumentOf(folder.sources, folder.index, 'defineExtension') ??
  refuse(
    `${folder.index.path}: 没有 export default defineExtension({ … }) (the object that it takes is not written in a file)`,
  )

/** Names that the file of a declaration uses itself. */
const ownNames = ['inputs', 'fields', 'record', 'draft', 'saved', 'filters', 'isAddition', 'calls', 'z']

/** The name of a resource, which must be free. */
export const requireFreeResource = (folder: Folder, name: string) => {
  const full = `${folder.extension.name}:${requireName(name)}`
  if (name in kit || ownNames.includes(name) || !isVariable(name))
    refuse(`${name}: 已有其他含义，请换一个名称 (has another meaning in the code; choose another name)`)
  if (folder.extension.resources.some(it => it.name === full))
    refuse(`${full}: 已存在 (exists already, and nothing was written)`)
  if (full.length > 30)
    refuse(`${full}: 名称不能超过 30 个字符 (a name has at most 30 characters, with that of the extension)`)
  return full
}

/** The name of a menu entry, in a group of the product or of the extension if one is given. */
export const menuNameOf = (folder: Folder, name: string, group?: string) => {
  const own = `${folder.extension.name}:${name}`
  if (group === undefined) return own
  if (!menuNames.some(it => it === group)) refuse(`${group}: 没有这个菜单 (there is no such menu entry)`)
  return `${group}.${own}`
}

/** Adds the two rights and the menu entry of a resource to `index.ts`. */
export const addWords = (folder: Folder, { label, name, english = readable(name), group }: Declared) => {
  const place = declarationOf(folder)
  const right = `${folder.extension.name}:${name}`
  const menu = menuNameOf(folder, name, group)
  addTo(
    folder.sources,
    place,
    'rights',
    `'${right}.view': { label: ${quote(`查看${label}`)}, grants: { L1: 'all', L2: 'all', L3: 'all', L4: 'all', system: 'all' } },
'${right}.edit': { label: ${quote(`维护${label}`)}, grants: { L1: 'all', L2: 'all' } }`,
  )
  addTo(folder.sources, place, 'menu', `'${menu}': { label: ${quote(label)}, icon: 'check', role: 'admin' }`)
  folder.texts.set(label, english)
  folder.texts.set(`查看${label}`, `View ${withinSentence(english)}`)
  folder.texts.set(`维护${label}`, `Maintain ${withinSentence(english)}`)
  return { right, menu }
}

/** Imports a declaration from its file into `index.ts`, and lists it among the resources and in the inventory. */
export const addResource = (folder: Folder, name: string) => {
  requireFreeName(folder, name)
  insertImport(folder.index, `import { ${name}, ${name}Inventory } from './${name}.ts'`)
  addTo(folder.sources, declarationOf(folder), 'resources', name, true)
  addTo(
    folder.sources,
    declarationOf(folder),
    'inventory',
    `'${folder.extension.name}:${name}': ${name}Inventory`,
  )
}

const people: readonly string[] = ['lawyers', 'admins']
const isPerson = ({ kind, to }: FieldWord) => kind.startsWith('reference') && people.includes(to ?? '')

/** What the fields say about people, as far as their kinds tell; `audited` if they include who wrote them. */
export const inventoryCode = (name: string, fields: readonly FieldWord[], audited: boolean) => {
  const persons = fields.filter(isPerson).map(it => it.name)
  const general = [
    ...(persons.length > 0 ? [`管理人员与执业: ${list(persons)}`] : []),
    ...(audited ? [`记录谁在何时办理: ['createdBy', 'updatedBy']`] : []),
  ]
  const none = [
    ...(audited ? ['id'] : []),
    ...fields.filter(it => !isPerson(it)).map(it => it.name),
    ...(audited ? ['createdAt', 'updatedAt'] : []),
  ]
  return `
/** A field that says something about a person belongs to \`general\` or \`sensitive\`, under its purpose. */
export const ${name}Inventory = inventory(${name}, {
  ${general.length > 0 ? `general: { ${general.join(', ')} },` : ''}
  none: ${list(none)},
})
`
}

const filterCode = (word: FieldWord) => {
  const { name, label, isOptional } = word
  if (isDay(word))
    return `${name}: days(${quote(label)}, { column: '${name}', from: '${name}From', to: '${name}To'${isOptional ? ', mayBeEmpty: true' : ''} }),`
  return `${name}: equal(inputs.${name}),`
}

/** A pattern for headings that are the label. */
export const headingCode = (label: string) =>
  `/^${label.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)}$/`

/** The import statement of a declaration. */
const importsOf = (fields: readonly FieldWord[], hasFilters: { days: boolean; equal: boolean }) => {
  const names = new Set([
    'auditFields',
    'crudViews',
    'defineEntity',
    'deleteCall',
    'emptyAnswer',
    'getCall',
    'id',
    'inputSchema',
    'integer',
    'inventory',
    'logModuleOf',
    'pagedCall',
    'postCall',
    'putCall',
    'recordSchema',
    'version',
    ...fields.flatMap(functionsOf),
    ...(hasFilters.days ? ['days'] : []),
    ...(hasFilters.equal ? ['equal'] : []),
  ])
  return `import { ${[...names].toSorted().join(', ')} } from 'tenant-admin/extend'\nimport { z } from 'zod'`
}

const callsCode = (path: string, right: string, sortable: readonly string[]) => `
const calls = {
  page: pagedCall(
    '${path}/page',
    '${right}.view',
    { row: record, filters, sortable: ${list(sortable)} },
    isAddition,
  ),
  choices: getCall('${path}/choices', '${right}.view', () => z.strictObject({}), () => z.array(record), isAddition),
  one: getCall('${path}/{id}', '${right}.view', () => z.strictObject({ id }), () => record, isAddition),
  add: postCall('${path}', '${right}.edit', () => draft, () => saved, isAddition),
  update: putCall(
    '${path}/{id}',
    '${right}.edit',
    () => draft.partial().extend({ id, version }),
    () => saved,
    isAddition,
  ),
  remove: deleteCall('${path}/{id}', '${right}.edit', () => z.strictObject({ id }), () => emptyAnswer, isAddition),
}
`

const screensCode = (fields: readonly FieldWord[], title: FieldWord, label: string) => {
  const columns = [title, ...fields.filter(it => it !== title && isColumn(it))].slice(0, 6)
  const filters = fields.filter(it => isDay(it) || isChosen(it))
  const day = fields.find(it => isDay(it) && !it.isOptional)
  const initial = fields.flatMap(it => (it.isOptional ? [] : [[it.name, initialOf(it)]])).filter(it => it[1])
  const imported = fields.filter(isImportable)
  return `
  list: ${list([...columns.map(it => it.name), 'updatedAt'])},
  ${filters.length > 0 ? `filters: ${list(filters.map(it => it.name))},` : ''}
  sort: { field: '${(day ?? title).name}', order: '${day ? 'DESC' : 'ASC'}' },
  form: { ${keyOf(label)}: ${list(fields.filter(it => !it.isWrittenWithArea).map(it => it.name))} },
  initial: { ${initial.map(([name, value]) => `${name}: ${value}`).join(', ')} },
  importColumns: { ${imported.map(it => `${it.name}: ${headingCode(it.label)}`).join(', ')} },`
}

const titleOf = (fields: readonly FieldWord[]) =>
  fields.find(it => it.kind === kindWord('text') && !it.isOptional) ??
  refuse(
    'fields: 至少需要一个必填的 text，第一个为记录的名称 (needs a required text, of which the first is the name of a record)',
  )

const entityCode = (folder: Folder, { label, name, english = readable(name), fields, group }: Declared) => {
  const title = titleOf(fields)
  const [own, right] = [folder.extension.name, `${folder.extension.name}:${name}`]
  const filters = fields.filter(it => isDay(it) || isChosen(it))
  const hasFilters = { days: filters.some(isDay), equal: filters.some(it => !isDay(it)) }
  const sortable = fields.filter(it => isSortable(it)).map(it => it.name)
  return `${importsOf(fields, hasFilters)}

const inputs = {
  ${fields.map(it => `${it.name}: ${fieldCode(it)},`).join('\n  ')}
}
const fields = { id: integer('编号'), ...inputs, ...auditFields }

const record = recordSchema(fields).extend({ version: z.int() })
const draft = inputSchema(inputs)
const saved = z.object({ id: z.int(), version: z.int() })
const filters = { ${filters.map(filterCode).join(' ')} }
const isAddition = { isAddition: true } as const
${callsCode(`/x/${own}/${name}`, right, sortable)}
/** ${label}: ${withinSentence(english)}. */
export const ${name} = defineEntity({
  name: '${right}',
  label: ${quote(label)},
  id: 'id',
  title: '${title.name}',
  fields,
  calls,
  crud: { list: 'page', one: 'one', create: 'add', update: 'update', remove: 'remove' },
  choices: 'choices',
  logModule: logModuleOf('${own}'),
  searchFields: ['${title.name}'],
  views: crudViews('/app/x/${own}/${name}', {
    label: ${quote(label)},
    title: ${quote(label)},
    roles: ['admin'],
    menu: '${menuNameOf(folder, name, group)}',
    view: '${right}.view',
    edit: '${right}.edit',
  }),${screensCode(fields, title, label)}
  actions: {
    remove: {
      call: 'remove',
      label: '删除',
      on: ['row', 'detail'],
      input: it => ({ id: it.id }),
      isDanger: true,
    },
  },
})
${inventoryCode(name, fields, true)}`
}

const testCode = (
  own: string,
  name: string,
  title: string,
) => `import { startServer, type TestServer } from 'tenant-admin/extend/test'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { ${name} } from './${name}.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.close())

test('a record is created, read, changed and removed', async () => {
  const call = await server.as('admin')
  const { id } = await call('${own}:${name}.add', await server.sampleOf(${name}))
  const { ${title}, version } = await call('${own}:${name}.one', { id })
  const changed = \`\${String(${title})}改\`
  await call('${own}:${name}.update', { id, version, ${title}: changed })
  expect(await call('${own}:${name}.one', { id })).toMatchObject({ ${title}: changed })
  await call('${own}:${name}.remove', { id })
  await expect(call('${own}:${name}.one', { id })).rejects.toMatchObject({ code: '4040' })
})

test('an account that may only read is refused', async () => {
  const call = await server.as('branch')
  await expect(call('${own}:${name}.add', await server.sampleOf(${name}))).rejects.toMatchObject({ code: '4030' })
})
`

/** Adds an entity: its declaration, words, table, migration and test. */
export const newEntity = (folder: Folder, declared: Declared) => {
  const { label, name, english = readable(name), fields } = declared
  requireFreeResource(folder, name)
  createFile(folder, `${name}.ts`, entityCode(folder, declared))
  addResource(folder, name)
  addWords(folder, declared)
  const table = databaseName('x', folder.extension.name, name)
  const { code, statements } = entityTable(table, `${name}Table`, fields)
  createFile(folder, `${name}Table.ts`, code)
  exportTables(folder, `${name}Table.ts`)
  createMigration(folder, name, statements)
  createFile(folder, `${name}.test.ts`, testCode(folder.extension.name, name, titleOf(fields).name))
  const one = withinSentence(singular(english))
  folder.texts.set(`新增${label}`, `Add ${one}`)
  folder.texts.set(`编辑${label}`, `Edit ${one}`)
  for (const [chinese, text] of textsOf(fields)) folder.texts.set(chinese, text)
}
