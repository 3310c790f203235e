import type { FieldKind } from './field.ts'

/** Traits of a kind that every layer may need. Each layer has its own table for how it handles each kind. */
type KindTraits = {
  /** A day, a month or a moment. Their texts have the same length and sort in the order of time. */
  isMoment?: true
  /** The value is the address of one uploaded picture or a list of them. */
  isPicture?: true
  /** The value is the id of one record, or a list of ids. */
  refersTo?: 'one' | 'many'
  /** Possible values of every field of this kind. Kinds whose fields differ declare `options` instead. */
  values?: readonly number[]
  /** The value is one of several options, of which a filter takes more than one. */
  isChoice?: true
  /** The value is written together with others, so that a filter by it has several parameters. */
  isOfParts?: true
  /**
   * The values are words of the product, which are translated, and not texts that people wrote. `asItsParts` means:
   * if this holds for all parts of the field.
   */
  isWorded?: true | 'asItsParts'
}

const kindTraits: Record<FieldKind, KindTraits> = {
  text: {},
  password: {},
  integer: {},
  decimal: {},
  select: { isWorded: true, isChoice: true },
  multiSelect: { isWorded: true },
  toggle: { isWorded: true, values: [1, 0] },
  date: { isMoment: true },
  month: { isMoment: true },
  datetime: { isMoment: true },
  reference: { refersTo: 'one', isChoice: true },
  references: { refersTo: 'many' },
  area: { isOfParts: true },
  image: { isPicture: true, isWorded: true },
  images: { isPicture: true, isWorded: true },
  richText: {},
  strings: {},
  rows: {},
  custom: { isWorded: 'asItsParts' },
}

/** The traits of a field's kind. */
export const traitsOf = ({ kind }: { kind: FieldKind }): KindTraits => kindTraits[kind]
