import { z } from 'zod'

import { Refusal } from './refusal.ts'

type Shape = { type?: string; enum?: unknown[]; const?: unknown; items?: Shape; anyOf?: Shape[] }

const numeral = /^-?\d{1,16}(\.\d{1,10})?$/

const takesNumbers = ({ type, enum: values, const: only, anyOf }: Shape): boolean =>
  type === 'number' ||
  type === 'integer' ||
  typeof only === 'number' ||
  (values?.some(it => typeof it === 'number') ?? false) ||
  (anyOf?.some(takesNumbers) ?? false)

const arrayIn = (shape: Shape): Shape | undefined =>
  shape.type === 'array' ? shape : shape.anyOf?.find(it => it.type === 'array')

const decodeOne = (shape: Shape, text: string): unknown =>
  takesNumbers(shape) && numeral.test(text) ? Number(text) : text

/**
 * Reads text values (query, path, form) as the types that the schema expects; lists are comma-separated.
 * Never coerces: what is not a plain numeral stays text and fails its schema.
 */
export const decoderOf = (input: z.ZodType) => {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Shape>
  }
  const shapes = new Map(Object.entries(properties))
  return (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, text]) => {
        const shape = shapes.get(name)
        if (!shape) return [name, text]
        const list = arrayIn(shape)
        if (!list) return [name, decodeOne(shape, text)]
        return [name, text === '' ? [] : text.split(',').map(it => decodeOne(list.items ?? {}, it))]
      }),
    )
}

/** Query parameters; a name that comes twice is refused, since two readers might pick different ones. */
export const singles = (params: URLSearchParams) => {
  const seen = new Map<string, string>()
  for (const [name, value] of params) {
    if (seen.has(name)) throw new Refusal('4000', `参数 ${name} 重复`)
    seen.set(name, value)
  }
  return Object.fromEntries(seen)
}

const maxDepth = 32
const maxKeys = 1000

/** A JSON object no deeper and no larger than any form of ours; checked before anything recurses into it. */
export const jsonObject = (text: string): Record<string, unknown> => {
  let value: unknown
  try {
    value = JSON.parse(text || '{}')
  } catch {
    throw new Refusal('4000', '请求内容不是有效的 JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('4000')
  let keys = 0
  const level: [unknown, number][] = [[value, 1]]
  for (let next = level.pop(); next; next = level.pop()) {
    const [it, depth] = next
    if (typeof it !== 'object' || it === null) continue
    const children = Object.values(it)
    keys += children.length
    if (depth > maxDepth || keys > maxKeys) throw new Refusal('4000', '请求内容层级过深或过大')
    for (const child of children) level.push([child, depth + 1])
  }
  return value as Record<string, unknown>
}
