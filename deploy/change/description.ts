import type { MenuEntry } from '../../resources/domain/menuEntry.ts'
import type { Right } from '../../resources/domain/right.ts'
import type {
  AnyEntity,
  AnyResource,
  Field,
  Fields,
  Filter,
  PageRoute,
  Route,
} from '../../resources/kit/index.ts'
import { callsOf, type DescribedCall, type Operation } from './calls.ts'
import { inOrder, properties, type Properties, type Subjects } from './properties.ts'

// What users, administrators and programs can notice of the declarations, as plain JSON. Two descriptions are compared by
// `differences.ts`.

export type Description = {
  /** Subjects by area: screens, columns, rights and so on. */
  areas: Readonly<Record<string, Subjects>>
  /** What people call a subject. */
  labels: Readonly<Record<string, string>>
  /** Calls by method and address. */
  calls: Readonly<Record<string, DescribedCall>>
  /** The files of migrations by name, with their statements. */
  migrations: Readonly<Record<string, readonly string[]>>
}

/** What a description is made of: the declarations of one version of the product. */
export type Declarations = {
  resources: readonly AnyResource[]
  rights: Readonly<Record<string, { right: Right; label: string }>>
  menu: Readonly<Record<string, MenuEntry>>
  logModules: readonly (readonly [number, string])[]
  logActions: readonly (readonly [string, string])[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  english: Readonly<Record<string, string>>
  migrations: Readonly<Record<string, readonly string[]>>
}

const screen = ({
  path,
  title,
  roles,
  capability,
  menu,
  parent,
  page,
  ...rest
}: Route & Partial<PageRoute>) =>
  [
    path,
    properties({
      title,
      roles,
      'right that it requires': [capability ?? []].flat(),
      'menu entry': menu,
      'menu entry that it belongs to': parent,
      page,
      'call that it requires': rest.requires,
      'link on the list': rest.isOnList,
      'look of danger': rest.isDanger,
      'records that have it': rest.when,
    }),
  ] as const

const screens = (resources: readonly AnyResource[]): Subjects =>
  Object.fromEntries(
    resources
      .flatMap(it => [
        ...Object.values(it.views),
        ...Object.values(it.pages),
        ...('bin' in it && it.bin ? [it.bin] : []),
      ])
      .map(screen),
  )

/** A subject for each resource that has something to say. */
const ofEach = (
  resources: readonly AnyResource[],
  say: (resource: AnyResource) => Readonly<Record<string, unknown>>,
): Subjects =>
  Object.fromEntries(
    resources
      .map(it => [it.name, properties(say(it))] as const)
      .filter(([, said]) => Object.keys(said).length > 0),
  )

const entityOf = (resource: AnyResource): Partial<AnyEntity> => (resource.isSetting ? {} : resource)

const sectionWords = (sections: AnyResource['form'] | undefined, fields: Fields) =>
  inOrder(
    Object.entries(sections ?? {}).flatMap(([section, names]) => names.map(name => `${section} / ${name}`)),
    Object.fromEntries(
      Object.entries(sections ?? {}).flatMap(([section, names]) =>
        names.flatMap(name => (fields[name] ? [[`${section} / ${name}`, fields[name]]] : [])),
      ),
    ),
  )

const fieldProperties = (field: Field): Properties => {
  const { label, kind, isRequired, hint } = field
  const said = ['schema', 'output', 'label', 'kind', 'isRequired', 'hint', 'options']
  const others = Object.fromEntries(Object.entries(field).filter(([name]) => !said.includes(name)))
  const options: unknown = 'options' in field ? field.options : undefined
  const words = Array.isArray(options) ? options.map(([value, text]) => `${value}=${text}`) : undefined
  return properties({ label, kind, required: isRequired, hint, options: inOrder(words), ...others })
}

const parts = (
  resources: readonly AnyResource[],
  listOf: (resource: AnyResource) => Readonly<Record<string, Properties>>,
): Subjects =>
  Object.fromEntries(
    resources.flatMap(resource =>
      Object.entries(listOf(resource)).map(([name, said]) => [`${resource.name}.${name}`, said]),
    ),
  )

const filterProperties = ({ field, compare, column, from, to }: Filter) =>
  properties({
    label: field.label,
    compares: compare,
    column,
    parameters: from && to ? [from, to] : undefined,
  })

const actionProperties = (action: AnyResource['actions'][string]) => {
  const { label, on, call, needs, ask, confirm, input: _, when, ...rest } = action
  return properties({
    label,
    places: on,
    call,
    'second right': needs,
    'fields that it asks for': Object.values(ask ?? {}).map(it => it.label),
    'sentence of its dialog': confirm,
    'records that have it': when,
    ...rest,
  })
}

const grantsText = (grant: Right['grants'][keyof Right['grants']]) =>
  typeof grant === 'string' ? grant : grant && `${grant[0]} if ${grant[1]}`

const rightSubjects = (rights: Declarations['rights']): Subjects =>
  Object.fromEntries(
    Object.entries(rights).map(([name, { right, label }]) => {
      const { grants, needsReason, needsPassword } = right
      const levels = Object.entries(grants).map(([level, grant]) => [`for ${level}`, grantsText(grant)])
      return [
        name,
        properties({
          label,
          ...Object.fromEntries(levels),
          'demand of a reason': needsReason,
          'demand of the password': needsPassword,
        }),
      ]
    }),
  )

const resourceProperties = (resource: AnyResource) => {
  const { label, logModule, initial } = resource as AnyResource & { initial?: object }
  const entity = entityOf(resource)
  const { title, titleEn, sort, sortable, unique, uniqueTogether, searchFields, orderField, bulkEdit } =
    entity
  const { tabs, empty, isInPalette, choices, feature = resource.feature, fixed } = entity
  const setting = resource.isSetting ? resource : undefined
  return {
    label,
    'field that names a record': title,
    'English name': titleEn,
    'order of the list': sort && `${sort.field} ${sort.order}`,
    'columns that sort': sortable,
    'unique fields': unique,
    'fields that are unique together': uniqueTogether,
    'fields that are searched': searchFields,
    'manual order': orderField,
    'fields changed in many records at once': bulkEdit,
    tabs: tabs && tabs.field,
    'message of an empty list': empty && `${empty.title} ${empty.text}`,
    'Ctrl+K': isInPalette,
    choices,
    switches: feature,
    'fixed values': fixed,
    'module of the log': logModule,
    ...Object.fromEntries(
      Object.entries(initial ?? {}).map(([name, value]) => [`initial ${name}`, JSON.stringify(value)]),
    ),
    explanation: inOrder(setting?.explanation),
    addresses: setting?.addresses,
  }
}

const exportColumns = (resource: AnyResource) => {
  const { exports, list = [] } = entityOf(resource)
  if (!exports) return {}
  return {
    columns: inOrder([...list, ...Object.keys(exports.extraColumns)], {
      ...resource.fields,
      ...exports.extraColumns,
    }),
    'who may export': exports.call.who,
    'second right': exports.call.needs,
  }
}

const importColumns = (resource: AnyResource) => {
  const { importColumns: columns = {}, imports } = entityOf(resource)
  if (!imports && Object.keys(columns).length === 0) return {}
  return {
    columns: inOrder(Object.keys(columns), resource.fields),
    ...Object.fromEntries(
      Object.entries(columns).map(([name, pattern]) => [`headings of ${name}`, String(pattern)]),
    ),
  }
}

const labelsOf = ({ resources, rights, menu }: Declarations) =>
  Object.fromEntries([
    ...Object.entries(rights).map(([name, { label }]) => [name, label]),
    ...Object.entries(menu).map(([name, { label }]) => [name, label]),
    ...resources.flatMap(({ name, label, fields, views, pages, actions }) => [
      [name, label],
      ...Object.entries(fields).map(([field, it]) => [`${name}.${field}`, `${label} / ${it.label}`]),
      ...Object.entries(actions).map(([action, it]) => [`${name}.${action}`, `${label} / ${it.label}`]),
      ...[...Object.values(views), ...Object.values(pages)].map(it => [it.path, it.title]),
    ]),
  ])

/** Describes these declarations; the areas stand in the order in which a report names them. */
export const describeDeclarations = (declarations: Declarations): Description => {
  const { resources, rights, menu, logModules, logActions, paths, english, migrations } = declarations
  return {
    areas: {
      screens: screens(resources),
      menu: {
        ...Object.fromEntries(Object.entries(menu).map(([name, entry]) => [name, properties(entry)])),
        'the menu': properties({ order: inOrder(Object.keys(menu)) }),
      },
      rights: rightSubjects(rights),
      resources: ofEach(resources, resourceProperties),
      columns: ofEach(resources, it => {
        const { list, optionalColumns } = entityOf(it)
        return { columns: inOrder(list, it.fields), 'hidden columns': optionalColumns }
      }),
      filters: {
        ...ofEach(resources, it => ({ filters: inOrder(Object.keys(entityOf(it).filters ?? {})) })),
        ...parts(resources, it =>
          Object.fromEntries(
            Object.entries(entityOf(it).filters ?? {}).map(([name, filter]) => [
              name,
              filterProperties(filter),
            ]),
          ),
        ),
      },
      forms: ofEach(resources, it => ({
        form: sectionWords(it.form, it.fields),
        'read-only page': sectionWords(entityOf(it).show, it.fields),
      })),
      fields: parts(resources, it =>
        Object.fromEntries(Object.entries(it.fields).map(([name, field]) => [name, fieldProperties(field)])),
      ),
      actions: parts(resources, it =>
        Object.fromEntries(
          Object.entries(it.actions).map(([name, action]) => [name, actionProperties(action)]),
        ),
      ),
      exports: ofEach(resources, exportColumns),
      imports: ofEach(resources, importColumns),
      log: {
        ...Object.fromEntries(logModules.map(([number, label]) => [`module ${number}`, { label }])),
        ...Object.fromEntries(logActions.map(([name, label]) => [`action ${name}`, { label }])),
      },
      translations: Object.fromEntries(
        Object.entries(english).map(([key, text]) => [key, { English: text }]),
      ),
    },
    labels: labelsOf(declarations),
    calls: callsOf(paths, resources),
    migrations,
  }
}
