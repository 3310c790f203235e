import { entities, entityGroups } from './entities.ts'
import { type AnyResource, type Call, defineResource, integer, namedCallsOf } from './kit/index.ts'
import { firmPages, settingRoutes } from './settings/routes.ts'

// What is declared, as far as the browser has it. Of a setting the shell knows where its page is; the rest comes with
// the first page of a setting, or with the first call of one.

const later = (name: string, { views = {}, pages = {} }: Partial<Pick<AnyResource, 'views' | 'pages'>>) =>
  defineResource({
    name,
    label: name,
    id: 'version',
    title: 'version',
    fields: { version: integer('版本', { max: Number.MAX_SAFE_INTEGER }) },
    calls: {},
    sort: { field: 'version', order: 'ASC' },
    views,
    pages,
    isSingleton: true,
  })

/** What has an address. */
export const resources: readonly AnyResource[] = [
  ...entities,
  later('firm', { pages: firmPages }),
  ...Object.entries(settingRoutes).map(([name, edit]) => later(name, { views: { edit } })),
]

const callsOf = (groups: object) =>
  Object.values<Parameters<typeof namedCallsOf>[0]>({ ...groups }).flatMap(namedCallsOf)
const byName = new Map(resources.map(it => [it.name, it]))
const calls = new Map<string, Call>(callsOf(entityGroups))

const fetchSettings = async () => {
  const { settingGroups, settingResources } = await import('./settings/index.ts')
  for (const [name, call] of callsOf(settingGroups)) calls.set(name, call)
  for (const resource of settingResources) byName.set(resource.name, resource)
}
let fetching: Promise<void> | undefined
export const loadSettings = () => {
  fetching ??= fetchSettings().catch((error: unknown) => {
    // Fetched again by whatever needs it next.
    fetching = undefined
    throw error
  })
  return fetching
}

/** The pages of `conf` make calls of the others. */
const areLater = new Set(['conf', 'firm', ...Object.keys(settingRoutes)])

/** As it is declared, as far as that is loaded. */
export const resourceNamed = (name: string) => byName.get(name)

/** As it is declared, loaded where it is not. */
export const loadResource = async (name: string) => {
  if (areLater.has(name)) await loadSettings()
  return resourceNamed(name)
}

/** Throws where nothing of this name is declared (specification, section 8), or not yet. */
export const callNamed = (name: string): Call => {
  const call = calls.get(name)
  if (!call) throw new Error(`接口未定义：${name}`)
  return call
}

/** The same, loaded where it is not. */
export const loadCall = async (name: string) => {
  if (!calls.has(name)) await loadSettings()
  return callNamed(name)
}
