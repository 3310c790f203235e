import type { Kind } from './field.ts'

/** What every layer may ask about a kind; how each layer handles it stands in the layer's own table. */
type KindTraits = {
  /** A day, a month or a point in time: texts of the same length, which are in the order of time. */
  isMoment?: true
  /** Addresses of uploaded pictures. */
  isPicture?: true
  /** It holds the id of one record, or the ids of several. */
  refersTo?: 'one' | 'many'
  /** The values of every field of the kind; where they differ, the field's own `options` say them. */
  values?: readonly number[]
  /** Its values are words of the product, not written by people; `asItsParts`: where all its parts are. */
  isWorded?: true | 'asItsParts'
}

const kindTraits: Record<Kind, KindTraits> = {
  text: {},
  password: {},
  integer: {},
  decimal: {},
  select: { isWorded: true },
  multiSelect: { isWorded: true },
  toggle: { isWorded: true, values: [1, 0] },
  date: { isMoment: true },
  month: { isMoment: true },
  datetime: { isMoment: true },
  reference: { refersTo: 'one' },
  references: { refersTo: 'many' },
  area: {},
  image: { isPicture: true, isWorded: true },
  images: { isPicture: true, isWorded: true },
  richText: {},
  strings: {},
  rows: {},
  custom: { isWorded: 'asItsParts' },
}

/** What every layer may ask about the kind of a field. */
export const traitsOf = ({ kind }: { kind: Kind }): KindTraits => kindTraits[kind]
