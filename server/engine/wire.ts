import { z } from 'zod'

import { stripUnstorable } from '../../resources/kit/index.ts'

import { ApiError } from '../context/apiError.ts'
import { JsonTooLarge, makeStorable, parseJson } from '../../resources/domain/json.ts'
import { isPlainObject } from '../../resources/kit/objects.ts'

type Shape = { type?: string; enum?: unknown[]; const?: unknown; items?: Shape; anyOf?: Shape[] }

const numeral = /^-?\d{1,16}(\.\d{1,10})?$/
/** Only the canonical form counts: neither 01 nor 1.0 is the number 1. */
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
  // Covers the forms of JSON Schema that zod produces for this project's inputs, not all of them.
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Shape>
  }
  return new Map(Object.entries(properties))
}

/**
 * Reads text values (query, path, form) as the types that the schema expects; lists are comma-separated. It
 * never coerces: text that is not a canonical number stays text and fails its schema.
 */
export const decoderOf = (call: { readonly input: z.ZodType }) => {
  // Computed at the first request: computing all shapes at the start took a third of the start-up time.
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

/**
 * Query parameters as an object; a repeated name is refused, since two readers might pick different values.
 */
export const uniqueParams = (params: URLSearchParams) => {
  const seen = new Map<string, string>()
  for (const [name, value] of params) {
    if (seen.has(name)) throw new ApiError('4000', `参数 ${name} 重复`)
    seen.set(name, stripUnstorable(value))
  }
  return Object.fromEntries(seen)
}

/**
 * A JSON object within the limits of depth and size, its texts made storable, before anything recurses into
 * it.
 */
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
  if (!isPlainObject(value)) throw new ApiError('4000')
  makeStorable(value)
  return value
}
