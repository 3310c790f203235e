import type { Call } from '../../../resources/kit/index.ts'

const asText = (value: unknown) =>
  Array.isArray(value) ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** What a path may hold: ids and names. Two points would lead to another call, even if they were escaped. */
const pathPart = /^[\w:-]{1,100}$/

/**
 * The address below the path of the interface under which a call that reads takes these values; null if they fit no path. An
 * empty text is no value.
 */
export const addressFor = ({ path }: Call, input: Readonly<Record<string, unknown>>): string | null => {
  const [route = ''] = path.split('?')
  const inPath = Array.from(route.matchAll(/\{(\w+)\}/g), ([, name]) => name!)
  if (!inPath.every(name => pathPart.test(asText(input[name] ?? '')))) return null
  const filled = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => asText(input[name]))
  const given = Object.entries(input).flatMap(([name, value]) =>
    value == null || value === '' || inPath.includes(name) ? [] : [[name, asText(value)]],
  )
  const query = new URLSearchParams(given).toString()
  return query ? `${filled}?${query}` : filled
}
