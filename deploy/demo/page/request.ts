import { registry } from '../../../resources/index.ts'
import type { Call } from '../../../resources/kit/index.ts'
import { isPlainObject } from '../../../resources/kit/objects.ts'
import { decoderOf } from '../../../server/engine/wire.ts'
import { pathNames, type Values } from '../recording.ts'

type Route = { call: Call; pattern: RegExp; names: readonly string[] }

const routeOf = (call: Call): Route => {
  const parts = call.path
    .replace(/\?.*/, '')
    .split(/\{\w+\}/)
    .map(it => it.replaceAll('.', '\\.'))
  return { call, pattern: new RegExp(`^${parts.join('([^/]+)')}$`), names: pathNames(call) }
}

/** Paths without parameters first, as the server sorts them. */
const routes = Object.values<Call>(registry)
  .map(routeOf)
  .toSorted((one, other) => one.names.length - other.names.length)

/** A request for a declared call, with its values in the types of the declaration. */
export type AskedCall = { call: Call; values: Values; token: string; locale: string }

const bodyOf = async (request: Request, { encoding }: Call) => {
  const text = await request.text()
  const type = request.headers.get('Content-Type') ?? ''
  // An upload is neither; the demo refuses it without looking into it.
  if (text === '' || !/json|urlencoded/.test(type)) return { texts: {}, body: {} }
  if (encoding === 'form') return { texts: Object.fromEntries(new URLSearchParams(text)), body: {} }
  const body: unknown = JSON.parse(text)
  return { texts: {}, body: isPlainObject(body) ? body : {} }
}

/** Finds the call of a request, and reads its values; null where no call has this address. */
export const readDemoRequest = async (request: Request, apiPath: string): Promise<AskedCall | null> => {
  const url = new URL(request.url)
  const path = url.pathname.slice(apiPath.length)
  for (const { call, pattern, names } of routes) {
    const found = call.method === request.method ? pattern.exec(path) : null
    if (!found) continue
    const inPath = Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(found[at + 1]!)]))
    const { texts, body } = await bodyOf(request, call)
    const decoded = decoderOf(call)({ ...Object.fromEntries(url.searchParams), ...texts, ...inPath })
    const { firmId: _firmId, ...values } = { ...decoded, ...body }
    const token = request.headers.get('Token') ?? ''
    return { call, values, token, locale: request.headers.get('Accept-Language') ?? 'zh-CN' }
  }
  return null
}
