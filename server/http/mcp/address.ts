import type { Call } from '../../../resources/kit/index.ts'

const asText = (value: unknown) =>
  Array.isArray(value) ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** What a path may hold: ids and names. Two points would lead to another call, even if they were escaped. */
const pathPart = /^[\w:-]{1,100}$/

/** The parameters in the path of a call. */
const pathNames = ({ path }: Call) =>
  Array.from(path.split('?')[0]!.matchAll(/\{(\w+)\}/g), ([, name]) => name!)

/** What a call that writes takes in its body: the values that are not in its path. */
export const bodyFor = (call: Call, input: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !pathNames(call).includes(name)))

/**
 * The address below the path of the interface under which a call takes these values, those of a call that writes but for its body; null if they fit no path. An
 * empty text is no value.
 */
export const addressFor = (call: Call, input: Readonly<Record<string, unknown>>): string | null => {
  const [route = ''] = call.path.split('?')
  const inPath = pathNames(call)
  if (!inPath.every(name => pathPart.test(asText(input[name] ?? '')))) return null
  const filled = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => asText(input[name]))
  if (call.method !== 'GET') return filled
  const given = Object.entries(input).flatMap(([name, value]) =>
    value == null || value === '' || inPath.includes(name) ? [] : [[name, asText(value)]],
  )
  const query = new URLSearchParams(given).toString()
  return query ? `${filled}?${query}` : filled
}
