import { type Field, type Fields, fromKeys, keysOf, type FieldKind, type Option } from '../kit/index.ts'
import type { Language } from '../kit/translate.ts'

const unchanged = () => ({})
const withOptions = ({ options }: Field<'select' | 'multiSelect'>, { translate }: Language) => ({
  options: options.map(([value, label, tone]): Option => {
    const text = translate(label)
    return tone ? [value, text, tone] : [value, text]
  }),
})
const withParts = ({ fields }: { fields?: Fields }, other: Language) =>
  fields ? { fields: withChoicesIn(other, fields) } : {}

/** Properties that the copy of a field replaces, by its kind. */
const ownParts: { [K in FieldKind]: (field: Field<K>, other: Language) => object } = {
  text: unchanged,
  password: unchanged,
  integer: unchanged,
  decimal: unchanged,
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
  date: unchanged,
  month: unchanged,
  datetime: unchanged,
  reference: unchanged,
  references: unchanged,
  area: unchanged,
  image: unchanged,
  images: unchanged,
  richText: unchanged,
  strings: unchanged,
  rows: withParts,
  custom: withParts,
}

const ownPartsOf = <K extends FieldKind>({
  kind,
}: Field<K>): ((field: Field<K>, other: Language) => object) => ownParts[kind]

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
    return copyOf(field, ownPartsOf(field)(field, other))
  })
