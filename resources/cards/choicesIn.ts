import { type Field, type Fields, fromKeys, keysOf, type Option, optionsOf } from '../kit/index.ts'
import type { Language } from '../kit/translate.ts'

/** Properties that the copy of a field replaces. */
const ownParts = (field: Field, other: Language) => {
  const options = optionsOf(field)?.map(([value, label, tone]): Option => {
    const text = other.translate(label)
    return tone ? [value, text, tone] : [value, text]
  })
  if ('options' in field) return { options }
  // A toggle declares no options, so its copy is a choice between yes and no.
  if (options) return { kind: 'select', options }
  return 'fields' in field && field.fields ? { fields: withChoicesIn(other, field.fields) } : {}
}

const copyOf = (field: Field, own: object) => {
  // Copying descriptors keeps getters as getters, so that schemas are still made at first use.
  const descriptors = { ...Object.getOwnPropertyDescriptors(field), ...Object.getOwnPropertyDescriptors(own) }
  const copy: Field = Object.create(Object.prototype, descriptors)
  return copy
}

/**
 * Copies fields for showing values, with the options in the language `other` instead of the language of the
 * interface: an English card shows English choices to every reader. Labels are translated as usual.
 */
export const withChoicesIn = <F extends Fields>(
  other: Language,
  fields: F,
): Record<Extract<keyof F, string>, Field> =>
  fromKeys(keysOf(fields), name => {
    const field: Field = fields[name]!
    return copyOf(field, ownParts(field, other))
  })
