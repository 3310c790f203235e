import type { Field, FieldKind, Fields, Option } from '../field.ts'
import type { ValueReader } from '../reading.ts'
import type { Language } from '../translate.ts'

/** How a value is written in one cell of a spreadsheet or of the grid for several records. */
export type SheetForm = 'text' | 'number' | 'option' | 'day' | 'month' | 'reference'

/** What a kind needs to describe a value, besides the field and the value. */
type Describing = {
  language: Language
  /** Name of the record with this id, to which the field refers. */
  nameOf: (id: unknown) => string
  /** Describes the parts of a row, without their labels. */
  row: (fields: Fields, row: Readonly<Record<string, unknown>>) => string
  /** Describes the parts of a group with their labels, since they differ in meaning. */
  group: (fields: Fields, group: Readonly<Record<string, unknown>>) => string
}

/** What every layer needs to know of the values of one kind. `src/fields/kinds` has what draws them. */
export type KindDefinition<K extends FieldKind> = {
  /** A day, a month or a moment. Their texts have the same length and sort in the order of time. */
  isMoment?: true
  /** Its values are moments with an offset from UTC, so that equal ones may be written differently. */
  hasOffset?: true
  /** The value is the address of one uploaded picture or a list of them. */
  isPicture?: true
  isNumeric?: true
  /** The value must not be stored in drafts. */
  isSecret?: true
  /** The value is the id of one record, or a list of ids. */
  refersTo?: 'one' | 'many'
  /** The values that a field can have. */
  options?: (field: Field<K>) => readonly Option[]
  /** The value is one of several options, of which a filter takes more than one. */
  isChoice?: true
  /** A bulk edit changes the declared parts of the value one by one. */
  isChosenByParts?: true
  /**
   * The values are words of the product, which are translated, and not texts that people wrote. `asItsParts` means:
   * if this holds for all parts of the field.
   */
  isWorded?: true | 'asItsParts'
  /** Initial value of a new record, if the declaration has none. */
  initial?: 0

  /** Converts a raw value from a back-end before its schema checks it; undefined if it cannot be read. */
  read: ValueReader
  /** The value if nothing can be read. Without it, the schema provides the empty value. */
  empty?: () => unknown

  /** Describes a value that is not empty as one line of text, for the log, the comparison of versions and exports. */
  describe: (field: Field<K>, value: unknown, by: Describing) => string
  /** How two values are compared: word by word, item by item, or only as rendered. */
  comparison: 'text' | 'items' | 'rendered'

  /** Null if the text that `describe` gives cannot be read back without loss. */
  sheetForm: SheetForm | null
  /** A call for several records can give each of them a value of this kind, although it has no `sheetForm`. */
  isGivenByRow?: true
  /** Normalises a text that was typed as the value. */
  tidy?: (field: Field<K>, text: string) => string
  /** The keyboard that a phone shows. */
  keyboard?: (field: Field<K>) => 'text' | 'tel' | 'email' | 'url' | 'numeric'

  /**
   * Values for testing a back-end, of which the schema of the field chooses one. `mark` makes a record unique, `referred` is
   * the id of a record that the field may refer to.
   */
  examples: (field: Field<K>, mark: string, referred: unknown) => readonly unknown[]
}
