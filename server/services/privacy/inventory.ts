import { extensions } from '../../../resources/domain/extensions.ts'
import type { FieldAnswer, Inventory } from '../../../resources/kit/index.ts'
import { type AnyResource, type Field, isEntity, kindOf, type Who } from '../../../resources/kit/index.ts'
import { resources } from '../../../resources/index.ts'
import { inventories } from '../../../resources/inventory/index.ts'
import { levelOf, type RankedPerson, scopeFor } from '../../../resources/domain/permissions.ts'
import type { Level, RightSwitches, Scope } from '../../../resources/domain/rights.ts'

// The inventory of personal information, derived from the declarations and from the matrix of rights.

type InformationClass = 'general' | 'sensitive' | 'none'
export type Holder = { level: Level; scope: Scope }
type Group = { class: InformationClass; purpose: string; fields: string[] }
type Restriction = { field: string; read: Holder[]; whole: Holder[]; isLogged: 0 | 1 }
export type InventoriedResource = {
  resource: string
  views: string[]
  read: Holder[]
  groups: Group[]
  restricted: Restriction[]
}

const noPurpose = '不涉及个人信息'

const administrator = (officeLevel: 1 | 2 | 3 | 4, isSystem = false): RankedPerson => ({
  population: 1,
  officeLevel,
  isSystem,
})
/** One person of each level; only sub-administrators may lack individual rights, which is not counted here. */
const people: readonly RankedPerson[] = [
  administrator(1),
  administrator(2),
  administrator(3),
  administrator(4),
  { population: 2, officeLevel: null, isSystem: false },
  administrator(1, true),
]

/** Scopes from the widest to the narrowest. */
const widths: readonly Scope[] = ['all', 'office', 'own', 'self']
const widest = (scopes: readonly (Scope | null)[]) => widths.find(it => scopes.includes(it))

/** The levels that hold one of these rights, each with its widest scope. */
const levelsHolding = (rights: readonly Who[], switches: RightSwitches): Holder[] =>
  people.flatMap(person => {
    const holder = { ...person, hasCapability: () => true }
    const scope = widest(rights.map(who => scopeFor(who, holder, switches)))
    return scope ? [{ level: levelOf(person), scope }] : []
  })

/** Only levels that read the record at all read one of its fields. */
const within = (holders: readonly Holder[], read: readonly Holder[]) =>
  holders.filter(it => read.some(({ level }) => level === it.level))

/** Who may make the calls that read the records; without a list, every call that only reads. */
const readCalls = ({ crud, calls }: AnyResource): Who[] => {
  const read = [crud.list, crud.one].flatMap(name => (name === undefined ? [] : (calls[name]?.who ?? [])))
  return read.length > 0 ? read : Object.values(calls).flatMap(it => (it.writes ? [] : it.who))
}

const restrictionOf = (
  [field, it]: [string, Field],
  read: readonly Holder[],
  switches: RightSwitches,
): Restriction[] => {
  // Nobody reads a password again.
  if (kindOf(it).isSecret) return [{ field, read: [], whole: [], isLogged: 0 }]
  const { readableBy, revealedTo, isRevealedOnRequest } = it
  if (!readableBy && !revealedTo) return []
  const readers = readableBy ? within(levelsHolding([readableBy], switches), read) : [...read]
  const whole = revealedTo ? within(levelsHolding([revealedTo], switches), readers) : readers
  return [{ field, read: readers, whole, isLogged: isRevealedOnRequest ? 1 : 0 }]
}

const declaredGroups = ({ answers: { general = {}, sensitive = {}, none = [] } }: Inventory): Group[] => {
  const ofClass = (name: InformationClass, purposes: Readonly<Record<string, readonly string[]>>) =>
    Object.entries(purposes).map(([purpose, fields]) => ({ class: name, purpose, fields: [...fields] }))
  return [
    ...ofClass('sensitive', sensitive),
    ...ofClass('general', general),
    ...(none.length > 0 ? [{ class: 'none' as const, purpose: noPurpose, fields: [...none] }] : []),
  ]
}

const addedGroup = (field: string, answer: FieldAnswer): Group =>
  answer === 'none' ? { class: 'none', purpose: noPurpose, fields: [field] } : { ...answer, fields: [field] }

/** The groups of additional fields that extensions give an entity. */
const addedGroups = (resource: string): Group[] =>
  extensions.flatMap(({ fields = {} }) =>
    Object.entries(fields[resource] ?? {}).map(([name, { personal }]) => addedGroup(name, personal)),
  )

/** Groups of the same class and purpose become one. */
const merged = (groups: readonly Group[]): Group[] =>
  [...Map.groupBy(groups, it => `${it.class} ${it.purpose}`).values()].map(same => ({
    ...same[0]!,
    fields: same.flatMap(it => it.fields),
  }))

const allInventories = (): Inventory[] => [
  ...inventories,
  ...extensions.flatMap(it => Object.values(it.inventory)),
]

const inventoriedResources = (switches: RightSwitches): InventoriedResource[] => {
  const all = allInventories()
  const declared = new Map(all.map(it => [it.resource, it]))
  return resources.flatMap(resource => {
    const answers = declared.get(resource.name)
    if (!answers || answers.shows !== undefined || Object.keys(resource.fields).length === 0) return []
    const views = all.filter(it => it.shows === resource.name).map(it => it.resource)
    const sources = [resource, ...resources.filter(it => isEntity(it) && views.includes(it.name))]
    const read = levelsHolding(sources.flatMap(readCalls), switches)
    return {
      resource: resource.name,
      views,
      read,
      groups: merged([...declaredGroups(answers), ...addedGroups(resource.name)]),
      restricted: Object.entries<Field>(resource.fields).flatMap(it => restrictionOf(it, read, switches)),
    }
  })
}

const personalCount = ({ groups }: InventoriedResource) =>
  groups.reduce((sum, it) => sum + (it.class === 'none' ? 0 : it.fields.length), 0)

/**
 * The inventory of every resource with fields, and who may read them under the firm's switches. What says most about
 * people comes first.
 */
export const fieldInventory = (switches: RightSwitches): InventoriedResource[] =>
  inventoriedResources(switches).toSorted((a, b) => personalCount(b) - personalCount(a))
