import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form'
import { z } from 'zod'

import { type Field, type Fields, fromKeys, kindOf } from '../../resources/kit/index.ts'
import { isBlank, isSame } from '../../resources/domain/sameness.ts'
import type { Translate } from '../../resources/kit/translate.ts'

// zod would compile schemas with `new Function`, which the content security policy forbids.
z.config({ jitless: true })

/** Replaces empty values with null at every depth, and removes empty entries from lists. */
export const blankToNull = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const lines = value.map(blankToNull).filter(it => it !== null)
    return lines.length > 0 ? lines : null
  }
  if (typeof value !== 'object' || value === null) return isBlank(value) ? null : value
  // An added row stays even if all its fields are empty, so that its required fields are reported.
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, blankToNull(it)]))
}

/** Defers the validation of a single field while typing until after the browser has painted the key press. */
const nextTask = () => new Promise(resolve => void setTimeout(resolve))

type Values = Readonly<Record<string, unknown>>

/**
 * Unchanged pictures are not validated, because another back-end may store its pictures at addresses that our schema
 * refuses.
 */
const unchangedPictures = (fields: Fields, values: Values, read: Values) =>
  Object.entries(fields).flatMap(([name, field]) => {
    const isUnchanged = kindOf(field).isPicture && !isBlank(values[name]) && isSame(values[name], read[name])
    return isUnchanged ? [name] : []
  })

/**
 * Names of values that inputs write in addition to their own and that are no fields of the form: province and city of
 * an area.
 */
const siblingNames = (fields: Fields) =>
  Object.values(fields)
    .flatMap(field => ('parts' in field ? field.parts : []))
    .filter(name => !(name in fields))

/**
 * Validates a form with the schemas of its fields. The result has parsed values: trimmed, half-width, null if empty.
 */
export const resolverOf = (fields: Fields, read: Values = {}): Resolver<FieldValues> => {
  // Created on the first validation, to keep it out of the first render.
  const makeSchema = () =>
    z.object(Object.fromEntries(Object.entries(fields).map(([name, { schema: it }]) => [name, it])))
  let schema: ReturnType<typeof makeSchema> | undefined
  return async (values, _context, { names }) => {
    if (names?.length === 1) await nextTask()
    const draft = Object.fromEntries(Object.keys(fields).map(name => [name, blankToNull(values[name])]))
    schema ??= makeSchema()
    const unchanged = unchangedPictures(fields, values, read)
    const result = schema.omit(fromKeys(unchanged, () => true as const)).safeParse(draft)
    if (result.success) {
      const accompanying = fromKeys(siblingNames(fields), name => blankToNull(values[name]))
      return {
        values: { ...accompanying, ...result.data, ...fromKeys(unchanged, name => draft[name]) },
        errors: {},
      }
    }
    const errors: FieldErrors = {}
    const namesWithError = new Set<string>()
    for (const { path, code, message } of result.error.issues) {
      const name = path.join('.')
      if (!namesWithError.has(name)) set(errors, name, { type: code, message })
      namesWithError.add(name)
    }
    return { values: {}, errors }
  }
}

/** Converts the server's path `education[1].school` to react-hook-form's `education.1.school`. */
export const formPath = (name: string) => name.replace(/\[(\d+)\]/g, '.$1')

export type FieldError = { name: string; label: string; message: string }

const partLabel = (field: Field | undefined, rest: readonly string[], translate: Translate): string => {
  const [index, part] = rest
  const parts = field && 'fields' in field ? (field.fields ?? {}) : {}
  // A group has one set of fields; rows have a number each.
  const own = index === undefined ? undefined : parts[index]
  if (own) return ` ${translate(own.label)}`
  const number = index === undefined ? '' : ` ${Number(index) + 1}`
  const below = part === undefined ? undefined : parts[part]?.label
  return below ? `${number} ${translate(below)}` : number
}

/** All invalid fields of a form with their labels and messages, in the order of the fields. */
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
