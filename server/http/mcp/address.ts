import type { Call } from '../../../resources/kit/index.ts'

const asText = (value: unknown) =>
  Array.isArray(value) ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** The address below the path of the interface under which a call that reads takes these values. An empty text is no value. */
export const addressFor = ({ path }: Call, input: Readonly<Record<string, unknown>>): string => {
  const inPath = new Set<string>()
  const filled = path.replace(/\?.*/, '').replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name)
    return encodeURIComponent(asText(input[name] ?? ''))
  })
  const given = Object.entries(input).flatMap(([name, value]) =>
    value == null || value === '' || inPath.has(name) ? [] : [[name, asText(value)]],
  )
  const query = new URLSearchParams(given).toString()
  return query ? `${filled}?${query}` : filled
}
