import type { registry } from '../../resources/index.ts'
import type { Call, InputOf } from '../../resources/kit/index.ts'

// Part of the sign-in page: nothing but types may be imported from the declarations here.

type Registry = typeof registry
type Route = Pick<Call, 'method' | 'path' | 'encoding'>
type Input = Readonly<Record<string, unknown>>

/** One call as the back-end has it; what is not said is as declared. */
type CallMapping<N extends keyof Registry> = Partial<Route> & {
  /** What is sent for what the declaration takes. */
  toInput?: (input: InputOf<Registry[N]>) => object
  /** What is read by the declaration; a value that it does not know is read as empty, never shown as a crash. */
  toOutput?: (data: unknown) => unknown
}

/** How a firm’s own back-end differs from the declarations. */
export type Backend = {
  /** Its codes by ours: `{ 0: '200', 401: '4003' }`. */
  codes?: Readonly<Record<string, string>>
  /** Its names by ours, wherever they stand in what is sent or answered: `{ createTime: 'createdAt', pageNo: 'pageNum' }`. */
  names?: Readonly<Record<string, string>>
  calls?: { readonly [N in keyof Registry]?: CallMapping<N> }
}

/** How a call travels; without a name it is none of the declarations', and goes as it is. */
export type Named = Route & { name?: string }

const renamed = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (names.size === 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(it => renamed(it, names))
  return Object.fromEntries(
    Object.entries(value).map(([name, it]) => [names.get(name) ?? name, renamed(it, names)]),
  )
}

type AnyMapping = Partial<Route> & {
  toInput?: (input: never) => object
  toOutput?: (data: unknown) => unknown
}
const mappingOf = ({ calls = {} }: Backend, name = ''): AnyMapping => {
  const mappings: Readonly<Record<string, AnyMapping>> = calls
  return Object.hasOwn(mappings, name) ? (mappings[name] ?? {}) : {}
}

/** Method, path and content of a call in the back-end's words. */
export const translateInput = (backend: Backend, { name, ...route }: Named, input: Input): [Route, Input] => {
  const { toInput, toOutput: _, ...other } = mappingOf(backend, name)
  const theirs = new Map(Object.entries(backend.names ?? {}).map(([its, ours]) => [ours, its]))
  // Whoever sends a call by its name gives what it takes.
  const told = toInput ? toInput(input as never) : input
  // Renaming makes an object of an object.
  const sent = renamed(told, theirs) as Input
  const sortField = theirs.get('sortField') ?? 'sortField'
  const column = theirs.get(String(sent[sortField]))
  return [{ ...route, ...other }, column === undefined ? sent : { ...sent, [sortField]: column }]
}

/** What a call answered in the words of its declaration. */
export const translateOutput = (backend: Backend, { name }: Pick<Named, 'name'>, data: unknown) => {
  const ours = renamed(data, new Map(Object.entries(backend.names ?? {})))
  return mappingOf(backend, name).toOutput?.(ours) ?? ours
}

/** A code in our words. */
export const translateCode = ({ codes = {} }: Backend, code: string) =>
  (Object.hasOwn(codes, code) && codes[code]) || code
