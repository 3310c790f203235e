import { z } from 'zod'

import { addedFields, type Extension } from '../../resources/domain/extension.ts'
import {
  type AnyEntity,
  type AnyResource,
  type Call,
  type Fields,
  isEntity,
  type Route,
} from '../../resources/kit/index.ts'
import { isSupported, surfaceVersion } from '../version.ts'

// What the compiler cannot see in a declaration: whether a name is one of the extension's own, and whether whatever is named
// exists. Each fault is a sentence behind the file that mentions the name.

export type ReadExtension = {
  folder: string
  /** What its `index.ts` exports by default. */
  extension: unknown
  /** The file that mentions this name. */
  fileOf: (name: string) => string
}

const shape = z.object({
  name: z
    .string()
    .regex(
      /^[a-z][a-z0-9]{1,15}$/,
      '应为 2 到 16 个小写字母或数字，以字母开头 (2 to 16 lower-case letters or digits, the first a letter)',
    ),
  label: z.string().min(1, '请填写 (is missing)'),
  resources: z.array(z.object({ name: z.string(), calls: z.object({}), fields: z.object({}) })),
})

const surfaceShape = z.object({ surface: z.string().regex(/^\d{1,4}\.\d{1,4}$/) })

type Fault = readonly [name: string, sentence: string]
type Known = {
  isRight: (name: string) => boolean
  isMenuEntry: (name: string) => boolean
  isReferable: (name: string) => boolean
  isPage: (name: string) => boolean
  isExtensible: (entity: string) => boolean
  entityNamed: (name: string) => AnyEntity | undefined
  logModule: number
}

const routesOf = ({ views, pages }: AnyResource): Route[] => [
  ...Object.values(views),
  ...Object.values(pages),
]
const callsOf = ({ calls }: AnyResource): Call[] => Object.values(calls)
const namesOf = (record: object | undefined) => Object.keys(record ?? {})

/** The part of a menu entry's name that the extension chose; a group of the product may precede it. */
const ownPart = (name: string) => name.slice(name.lastIndexOf('.', name.indexOf(':')) + 1)

const misnamed = ({ name, resources, fields = {}, rights, menu, pages }: Extension): Fault[] => {
  const isOwn = new RegExp(`^${name}:[a-z][A-Za-z0-9.]*$`)
  const names = [
    ...resources.map(it => it.name),
    ...namesOf(rights),
    ...namesOf(menu).map(ownPart),
    ...namesOf(pages),
    ...Object.values(fields).flatMap(namesOf),
  ]
  return [
    ...names
      .filter(it => !isOwn.test(it))
      .map(
        it => [it, `名称应以 ${name}: 开头，如 ${name}:records (a name must begin with ${name}:)`] as const,
      ),
    ...resources
      .filter(it => it.name.length > 30)
      .map(it => [it.name, '名称不能超过 30 个字符 (a name has at most 30 characters)'] as const),
  ]
}

const misplaced = ({ name, resources }: Extension): Fault[] => {
  const isImplied = (path: string) => /^\/(import|export|filterCounts)\//.test(path)
  const calls = resources.flatMap(callsOf)
  const wrongPaths = calls
    .map(it => it.path)
    .filter(it => !it.startsWith(`/x/${name}/`) && !isImplied(it))
    .map(it => [it, `接口地址应以 /x/${name}/ 开头 (the address of a call must begin with this)`] as const)
  const wrongRoutes = resources
    .flatMap(routesOf)
    .map(it => it.path)
    .filter(it => !it.startsWith(`/app/x/${name}/`))
    .map(
      it => [it, `页面地址应以 /app/x/${name}/ 开头 (the address of a page must begin with this)`] as const,
    )
  const specified = calls
    .filter(it => !it.isAddition)
    .map(
      it =>
        [
          it.path,
          '缺少 { isAddition: true }：律所自己的后端可能没有此接口 (a firm’s own back-end may lack this call)',
        ] as const,
    )
  return [...wrongPaths, ...wrongRoutes, ...specified]
}

const callers = new Set(['public', 'signedIn', 'self', 'admin', 'lawyer'])

const referencesIn = (fields: Fields): string[] =>
  Object.values(fields).flatMap(it => [
    ...('to' in it ? [it.to] : []),
    ...('fields' in it && it.fields ? referencesIn(it.fields) : []),
  ])

const unknownIn = (resource: AnyResource, known: Known): Fault[] => {
  const { name, fields, actions, logModule } = resource
  const asked = Object.values(actions).flatMap(it => referencesIn(it.ask ?? {}))
  const routes = routesOf(resource)
  const rights = [
    ...callsOf(resource).flatMap(it => [it.who, it.needs ?? []].flat()),
    ...routes.flatMap(it => [it.capability ?? []].flat()),
  ]
  const entries = routes.flatMap(it => [it.menu ?? [], it.parent ?? []].flat())
  const pages = routes.flatMap(it => it.page ?? [])
  const references = [...referencesIn(fields), ...asked]
  const unknown = (names: readonly string[], isKnown: (it: string) => boolean, sentence: string): Fault[] =>
    [...new Set(names)].filter(it => !isKnown(it)).map(it => [it, `${name}: ${sentence}`])
  return [
    ...unknown(rights, it => callers.has(it) || known.isRight(it), '没有这个权限 (there is no such right)'),
    ...unknown(entries, known.isMenuEntry, '没有这个菜单项 (there is no such menu entry)'),
    ...unknown(pages, known.isPage, '没有这个页面 (there is no such page)'),
    ...unknown(
      references,
      known.isReferable,
      '不能引用：没有这个实体或它没有 choices (no entity of this name offers choices)',
    ),
    ...(logModule === known.logModule
      ? []
      : [
          [name, '缺少 logModule: logModuleOf(…)，修改将不会记入日志 (changes would not be logged)'] as const,
        ]),
  ]
}

/** What is wrong with the fields that are added to entities of the product. */
const misadded = ({ fields = {} }: Extension, known: Known): Fault[] =>
  Object.entries(fields).flatMap(([entity, additions]): Fault[] => {
    if (!known.isExtensible(entity))
      return [
        [entity, '不能附加字段：没有这个实体或它不支持 (no entity of this name takes additional fields)'],
      ]
    const { importColumns, bulkEdit, fields: present = {} } = known.entityNamed(entity) ?? {}
    const isTaken = (name: string, label: string) =>
      Object.entries({ ...present, ...addedFields(additions) }).some(
        ([other, it]) => other !== name && it.label === label,
      )
    return Object.entries(additions).flatMap(([name, addition]): Fault[] => {
      const { field, heading, isBulkEdited, isColumn, isSortable } = addition
      const fault = (isThere: unknown, sentence: string): Fault[] => (isThere ? [[name, sentence]] : [])
      return [
        ...fault(
          field.isRequired,
          '应为 optional(…)：已有的记录没有值 (must be optional, since records have no value yet)',
        ),
        ...fault(
          isTaken(name, field.label),
          `${entity} 已有名为“${field.label}”的字段，请换一个名称 (a field of this entity has this label)`,
        ),
        ...fault(heading && !importColumns, `heading：${entity} 没有导入 (this entity is not imported)`),
        ...fault(isBulkEdited && !bulkEdit, `isBulkEdited：${entity} 没有批量修改 (has no bulk edit)`),
        ...fault(isSortable && !isColumn, 'isSortable 需要 isColumn (only a column can be sorted by)'),
        ...referencesIn({ [name]: field })
          .filter(it => !known.isReferable(it))
          .map(it => [it, `${name}: 不能引用 (no entity of this name offers choices)`] as const),
      ]
    })
  })

/** Resources whose fields say nothing about whether they are personal information. */
const unanswered = ({ resources, inventory = {} }: Partial<Extension>): Fault[] =>
  (resources ?? [])
    .filter(it => !(it.name in inventory))
    .map(it => [
      it.name,
      '缺少 inventory：请说明哪些字段是个人信息 (say which fields are personal information)',
    ])

/** What is declared and used by nothing. */
const idle = ({ resources, rights, menu, pages }: Extension): Fault[] => {
  const routes = resources.flatMap(routesOf)
  const used = new Set<string>([
    ...resources.flatMap(callsOf).flatMap(it => [it.who, it.needs ?? []].flat()),
    ...routes.flatMap(it => [it.menu ?? [], it.parent ?? [], it.page ?? [], it.capability ?? []].flat(2)),
  ])
  const isGroup = (name: string) => namesOf(menu).some(it => it.startsWith(`${name}.`))
  return [...namesOf(rights), ...namesOf(menu), ...namesOf(pages)]
    .filter(it => !used.has(it) && !isGroup(it))
    .map(it => [it, '已声明，但没有任何接口或页面使用 (is declared, and no call or page uses it)'])
}

/** A sentence about an extension that was written for a version of `tenant-admin/extend` which is not this one. */
const unsupported = (extension: unknown): string | undefined => {
  const { data: surface } = surfaceShape.safeParse(extension)
  const present = surfaceVersion.replace(/\.\d+$/, '')
  if (surface === undefined)
    return `surface: 请注明所用接口的版本，如 '${present}' (name the version of tenant-admin/extend for which it is written)`
  if (isSupported(surface.surface)) return undefined
  return `surface: 扩展为 tenant-admin/extend ${surface.surface} 编写，产品提供 ${present}，请换用相应版本的产品或扩展，见 UPGRADE.md (is written for ${surface.surface}, and this product offers ${present})`
}

/** Faults of the default exports themselves, without which nothing else can be read. */
const malformed = ({ folder, extension }: ReadExtension): string[] => {
  const place = `${folder}/index.ts`
  const other = extension === undefined ? undefined : unsupported(extension)
  // What else is wrong may follow from the other version.
  if (other !== undefined) return [`${place}: ${other}`]
  const { error } = shape.safeParse(extension)
  if (extension === undefined)
    return [`${place}: 应为 export default defineExtension({ … }) (nothing is exported by default)`]
  return (error?.issues ?? []).map(it => `${place}: ${it.path.join('.')}: ${it.message}`)
}

const doubled = (all: readonly (ReadExtension & { extension: Extension })[]): string[] =>
  all.flatMap(({ folder, extension }, at) =>
    all.slice(0, at).some(it => it.extension.name === extension.name)
      ? [`${folder}/index.ts: 扩展 ${extension.name} 已经有了 (there is an extension of this name)`]
      : [],
  )

/** Whatever is wrong with these extensions, one line each; nothing if they can be built. */
export const faultsOf = async (read: readonly ReadExtension[]): Promise<string[]> => {
  const unreadable = read.flatMap(malformed)
  if (unreadable.length > 0) return unreadable
  // The shape was checked above; the rest is what the compiler checks where the extension is written.
  const all = read as readonly (ReadExtension & { extension: Extension })[]
  const names = doubled(all)
  if (names.length > 0) return names
  // The product's declarations together with the extensions', which `hooks.ts` puts among them.
  const [{ resourceNamed }, { isCapability }, { menuNames }, { logModuleOf }, { isExtensible }] =
    await Promise.all([
      import('../../resources/index.ts'),
      import('../../resources/domain/rights.ts'),
      import('../../resources/domain/menu.ts'),
      import('../../resources/kit/extensionNames.ts'),
      import('../fields.ts'),
    ])
  return all.flatMap(({ folder, extension, fileOf }) => {
    const known: Known = {
      isRight: isCapability,
      isMenuEntry: name => menuNames.some(it => it === name),
      isReferable: name => resourceNamed(name)?.choices !== undefined,
      isExtensible,
      entityNamed: name => {
        const resource = resourceNamed(name)
        return resource && isEntity(resource) ? resource : undefined
      },
      isPage: name => name in (extension.pages ?? {}) || !name.includes(':'),
      logModule: logModuleOf(extension.name),
    }
    const faults = [
      ...misnamed(extension),
      ...misplaced(extension),
      ...unanswered(extension),
      ...misadded(extension, known),
      ...extension.resources.flatMap(it => unknownIn(it, known)),
      ...idle(extension),
    ]
    return faults.map(([name, sentence]) => `${fileOf(name) || folder}: ${name}: ${sentence}`)
  })
}
