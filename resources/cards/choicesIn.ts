import { type Field, type Fields, fromKeys, keysOf, type Kind, type Option } from '../kit/index.ts'
import { type Language, readIn, translate } from '../kit/translate.ts'

const asItIs = () => ({})
const withOptions = ({ options }: Field<'select' | 'multiSelect'>) => ({
  options: options.map(([value, label, tone]): Option => (tone ? [value, label, tone] : [value, label])),
})
const withParts = ({ fields }: { fields?: Fields }, other: Language) =>
  fields ? { fields: withChoicesIn(other, fields) } : {}

/** What a copy of each kind has of its own, read in the other language. */
const ownParts: { [K in Kind]: (field: Field<K>, other: Language) => object } = {
  text: asItIs,
  password: asItIs,
  integer: asItIs,
  decimal: asItIs,
  select: withOptions,
  multiSelect: withOptions,
  // Its words are no part of its declaration: it becomes a choice of two.
  toggle: () => ({
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
  // Its getters stay getters: labels follow the language of the screen, schemas are made when they are asked for.
  const descriptors = { ...Object.getOwnPropertyDescriptors(field), ...Object.getOwnPropertyDescriptors(own) }
  const copy: Field = Object.create(Object.prototype, descriptors)
  return copy
}

/**
 * Copies of fields to read by, whose choices are in another language than that of the screen: an English card is English
 * for whoever reads it. What the fields themselves are called stays in the language of the screen.
 */
export const withChoicesIn = <F extends Fields>(
  other: Language,
  fields: F,
): Record<Extract<keyof F, string>, Field> =>
  fromKeys(keysOf(fields), name => {
    const field: Field = fields[name]!
    return copyOf(
      field,
      readIn(other, () => ownPartsOf(field)(field, other)),
    )
  })
