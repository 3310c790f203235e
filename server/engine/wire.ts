import { z } from 'zod'

import { storable } from '../../resources/kit/index.ts'

import { ApiError } from '../context/apiError.ts'
import { JsonTooLarge, parseJson } from '../../resources/domain/json.ts'
import { isPlain } from '../../resources/kit/objects.ts'

// Promise Q26 (server/promises.md).

type Shape = { type?: string; enum?: unknown[]; const?: unknown; items?: Shape; anyOf?: Shape[] }

const numeral = /^-?\d{1,16}(\.\d{1,10})?$/
/** Written in one way only: neither 01 nor 1.0 is the number 1. */
const isNumeral = (text: string) => numeral.test(text) && String(Number(text)) === text

const takesNumbers = ({ type, enum: values, const: only, anyOf }: Shape): boolean =>
  type === 'number' ||
  type === 'integer' ||
  typeof only === 'number' ||
  (values?.some(it => typeof it === 'number') ?? false) ||
  (anyOf?.some(takesNumbers) ?? false)

const arrayIn = (shape: Shape): Shape | undefined =>
  shape.type === 'array' ? shape : shape.anyOf?.find(it => it.type === 'array')

const decodeOne = (shape: Shape, text: string): unknown =>
  takesNumbers(shape) && isNumeral(text) ? Number(text) : text

const shapesOf = (input: z.ZodType) => {
  // Of JSON Schema's many forms these are the ones that zod writes for our inputs.
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Shape>
  }
  return new Map(Object.entries(properties))
}

/**
 * Reads text values (query, path, form) as the types that the schema expects; lists are comma-separated.
 * Never coerces: what is not a plain numeral stays text and fails its schema.
 */
export const decoderOf = (call: { readonly input: z.ZodType }) => {
  // Made for the first request: all of them were a third of the start.
  let shapes: Map<string, Shape> | undefined
  return (values: Readonly<Record<string, string>>) => {
    const known = (shapes ??= shapesOf(call.input))
    return Object.fromEntries(
      Object.entries(values).map(([name, text]) => {
        const shape = known.get(name)
        if (!shape) return [name, text]
        const list = arrayIn(shape)
        if (!list) return [name, decodeOne(shape, text)]
        return [name, text === '' ? [] : text.split(',').map(it => decodeOne(list.items ?? {}, it))]
      }),
    )
  }
}

/** Query parameters; a name that comes twice is refused, since two readers might pick different ones. */
export const singles = (params: URLSearchParams) => {
  const seen = new Map<string, string>()
  for (const [name, value] of params) {
    if (seen.has(name)) throw new ApiError('4000', `参数 ${name} 重复`)
    seen.set(name, storable(value))
  }
  return Object.fromEntries(seen)
}

/** A JSON object no deeper and no larger than any form of ours, its texts storable; before anything recurses into it. */
export const jsonObject = (text: string): Record<string, unknown> => {
  let value: unknown
  try {
    value = parseJson(text || '{}')
  } catch (error) {
    throw new ApiError(
      '4000',
      error instanceof JsonTooLarge ? '请求内容层级过深或过大' : '请求内容不是有效的 JSON',
    )
  }
  if (!isPlain(value)) throw new ApiError('4000')
  const level: unknown[] = [value]
  for (let next = level.pop(); next !== undefined; next = level.pop()) {
    if (typeof next !== 'object' || next === null) continue
    for (const [name, child] of Object.entries(next))
      if (typeof child !== 'string') level.push(child)
      // In place: an own property, since it was parsed, be it called __proto__.
      else if (child !== storable(child)) Object.defineProperty(next, name, { value: storable(child) })
  }
  return value
}
