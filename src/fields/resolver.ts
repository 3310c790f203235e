import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form'
import { z } from 'zod'

import { type Field, type Fields, fromKeys, traitsOf } from '../../resources/kit/index.ts'
import { isBlank, isSame } from '../../resources/domain/sameness.ts'
import type { Translate } from '../../resources/kit/translate.ts'

// Compiling schemas with `new Function` is refused by the product's content security policy.
z.config({ jitless: true })

/** What is empty travels as null, in every depth; lines left empty in a list are no lines. */
export const blankToNull = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const lines = value.map(blankToNull).filter(it => it !== null)
    return lines.length > 0 ? lines : null
  }
  if (typeof value !== 'object' || value === null) return isBlank(value) ? null : value
  // A record stays one however empty: a line of several boxes that was added says what it lacks.
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, blankToNull(it)]))
}

/** One field is checked again while it is written: after the frame that shows the key. */
const nextTask = () => new Promise(resolve => void setTimeout(resolve))

type Values = Readonly<Record<string, unknown>>

/** Another back-end keeps its pictures where it likes: what stays as it was read is not sent, and so not checked. */
const picturesKept = (fields: Fields, values: Values, read: Values) =>
  Object.entries(fields).flatMap(([name, field]) => {
    const isKept = traitsOf(field).isPicture && !isBlank(values[name]) && isSame(values[name], read[name])
    return isKept ? [name] : []
  })

/** The values that inputs write beside their own and that are no fields of the form: province and city of an area. */
const accompanyingNames = (fields: Fields) =>
  Object.values(fields)
    .flatMap(field => ('parts' in field ? field.parts : []))
    .filter(name => !(name in fields))

/** Checks a form by the schemas of its fields, and hands on what they make of it: trimmed, half-width, null if empty. */
export const resolverOf = (fields: Fields, read: Values = {}): Resolver<FieldValues> => {
  // Made for the first check, not for the first paint.
  const makeSchema = () =>
    z.object(Object.fromEntries(Object.entries(fields).map(([name, { schema: it }]) => [name, it])))
  let schema: ReturnType<typeof makeSchema> | undefined
  return async (values, _context, { names }) => {
    if (names?.length === 1) await nextTask()
    const draft = Object.fromEntries(Object.keys(fields).map(name => [name, blankToNull(values[name])]))
    schema ??= makeSchema()
    const kept = picturesKept(fields, values, read)
    const result = schema.omit(fromKeys(kept, () => true as const)).safeParse(draft)
    if (result.success) {
      const accompanying = fromKeys(accompanyingNames(fields), name => blankToNull(values[name]))
      return {
        values: { ...accompanying, ...result.data, ...fromKeys(kept, name => draft[name]) },
        errors: {},
      }
    }
    const errors: FieldErrors = {}
    const seen = new Set<string>()
    for (const { path, code, message } of result.error.issues) {
      const name = path.join('.')
      if (!seen.has(name)) set(errors, name, { type: code, message })
      seen.add(name)
    }
    return { values: {}, errors }
  }
}

/** `education[1].school`, as the server says it, in react-hook-form's words. */
export const formPath = (name: string) => name.replace(/\[(\d+)\]/g, '.$1')

export type FieldError = { name: string; label: string; message: string }

const partLabel = (field: Field | undefined, rest: readonly string[], translate: Translate): string => {
  const [index, part] = rest
  const parts = field && 'fields' in field ? (field.fields ?? {}) : {}
  // A group has one set of parts, rows have a number each.
  const own = index === undefined ? undefined : parts[index]
  if (own) return ` ${translate(own.label)}`
  const number = index === undefined ? '' : ` ${Number(index) + 1}`
  const below = part === undefined ? undefined : parts[part]?.label
  return below ? `${number} ${translate(below)}` : number
}

/** Every wrong field of a form, in the order of the fields, by its label. */
export const listErrors = (errors: FieldErrors, fields: Fields, translate: Translate): FieldError[] => {
  const walk = (value: unknown, path: readonly string[]): FieldError[] => {
    if (typeof value !== 'object' || value === null) return []
    if ('message' in value && typeof value.message === 'string') {
      const [root = '', ...rest] = path.filter(it => it !== 'root')
      const label = translate(fields[root]?.label ?? '') + partLabel(fields[root], rest, translate)
      return [{ name: path.join('.'), label, message: translate(value.message) }]
    }
    return Object.entries(value).flatMap(([key, it]) => (key === 'ref' ? [] : walk(it, [...path, key])))
  }
  const order = Object.keys(fields)
  const placeOf = ({ name }: FieldError) => order.indexOf(name.split('.')[0] ?? '')
  return walk(errors, []).sort((one, other) => placeOf(one) - placeOf(other))
}
