import type { registry } from '../../resources/index.ts'
import type { Call, InputOf } from '../../resources/kit/index.ts'

// Part of the sign-in page: only types may be imported from the declarations here.

type Registry = typeof registry
type Route = Pick<Call, 'method' | 'path' | 'encoding'>
type Input = Readonly<Record<string, unknown>>

/** How the back-end's version of a call differs; omitted properties are as declared. */
type CallMapping<N extends keyof Registry> = Partial<Route> & {
  /** Converts the declared input to the back-end's input. */
  toInput?: (input: InputOf<Registry[N]>) => object
  /**
   * Converts the back-end's answer to the declared one. A value that the declaration does not know is read as empty.
   */
  toOutput?: (data: unknown) => unknown
}

/** How a firm's own back-end differs from the declarations. */
export type Backend = {
  /** The product's code for each code of the back-end: `{ 0: '200', 401: '4003' }`. */
  codes?: Readonly<Record<string, string>>
  /**
   * The product's name for each name of the back-end, anywhere in inputs and answers: `{ createTime: 'createdAt',
   * pageNo: 'pageNum' }`.
   */
  names?: Readonly<Record<string, string>>
  calls?: { readonly [N in keyof Registry]?: CallMapping<N> }
}

/** The route of a call. Without a name it is not a declared call and is not translated. */
export type NamedRoute = Route & { name?: string }

const renameKeys = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (names.size === 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(it => renameKeys(it, names))
  return Object.fromEntries(
    Object.entries(value).map(([name, it]) => [names.get(name) ?? name, renameKeys(it, names)]),
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

/** Translates method, path and input of a call for the back-end. */
export const translateInput = (
  backend: Backend,
  { name, ...route }: NamedRoute,
  input: Input,
): [Route, Input] => {
  const { toInput, toOutput: _, ...other } = mappingOf(backend, name)
  const backendNames = new Map(Object.entries(backend.names ?? {}).map(([its, ours]) => [ours, its]))
  // The caller provides the input type of the named call, which the compiler cannot check here.
  const converted = toInput ? toInput(input as never) : input
  // `renameKeys` returns an object for an object.
  const sent = renameKeys(converted, backendNames) as Input
  const sortField = backendNames.get('sortField') ?? 'sortField'
  const column = backendNames.get(String(sent[sortField]))
  return [{ ...route, ...other }, column === undefined ? sent : { ...sent, [sortField]: column }]
}

/** Translates an answer of the back-end. */
export const translateOutput = (backend: Backend, { name }: Pick<NamedRoute, 'name'>, data: unknown) => {
  const ours = renameKeys(data, new Map(Object.entries(backend.names ?? {})))
  return mappingOf(backend, name).toOutput?.(ours) ?? ours
}

/** Translates a code of the back-end. */
export const translateCode = ({ codes = {} }: Backend, code: string) =>
  (Object.hasOwn(codes, code) && codes[code]) || code
