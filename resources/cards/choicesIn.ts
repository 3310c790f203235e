import { type Field, type Fields, fromKeys, keysOf, type Kind, type Option } from '../kit/index.ts'
import type { Language } from '../kit/translate.ts'

const asItIs = () => ({})
const withOptions = ({ options }: Field<'select' | 'multiSelect'>, { translate }: Language) => ({
  options: options.map(([value, label, tone]): Option => {
    const text = translate(label)
    return tone ? [value, text, tone] : [value, text]
  }),
})
const withParts = ({ fields }: { fields?: Fields }, other: Language) =>
  fields ? { fields: withChoicesIn(other, fields) } : {}

/** Properties that the copy of a field replaces, by its kind. */
const ownParts: { [K in Kind]: (field: Field<K>, other: Language) => object } = {
  text: asItIs,
  password: asItIs,
  integer: asItIs,
  decimal: asItIs,
  select: withOptions,
  multiSelect: withOptions,
  // A toggle declares no options, so its copy is a choice between yes and no.
  toggle: (_, { translate }) => ({
    kind: 'select',
    options: [
      [1, translate('是')],
      [0, translate('否')],
    ],
  }),
  date: asItIs,
  month: asItIs,
  datetime: asItIs,
  reference: asItIs,
  references: asItIs,
  area: asItIs,
  image: asItIs,
  images: asItIs,
  richText: asItIs,
  strings: asItIs,
  rows: withParts,
  custom: withParts,
}

const ownPartsOf = <K extends Kind>({ kind }: Field<K>): ((field: Field<K>, other: Language) => object) =>
  ownParts[kind]

const copyOf = (field: Field, own: object) => {
  // Descriptors keep getters as getters: schemas are built lazily.
  const descriptors = { ...Object.getOwnPropertyDescriptors(field), ...Object.getOwnPropertyDescriptors(own) }
  const copy: Field = Object.create(Object.prototype, descriptors)
  return copy
}

/**
 * Copies of fields for showing values, with their options in `other` instead of the language of the screen: choices on an
 * English card are English for every reader. The labels of the fields are translated as any other.
 */
export const withChoicesIn = <F extends Fields>(
  other: Language,
  fields: F,
): Record<Extract<keyof F, string>, Field> =>
  fromKeys(keysOf(fields), name => {
    const field: Field = fields[name]!
    return copyOf(field, ownPartsOf(field)(field, other))
  })
