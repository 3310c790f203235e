import { chineseKeysOf } from '../../providers/catalogues.ts'
import type { z } from 'zod'

import { cleanText, type Fields, foldForSearch } from '../../resources/kit/index.ts'
import { cellShapeOf, type NamedChoice } from './cellShapes.ts'
import type { Language, Translate } from '../../resources/kit/translate.ts'

/** What stands in a row, as typed or pasted, by the name of its column. */
export type Cells = Readonly<Record<string, string>>

export type ImportColumn = {
  name: string
  label: string
  isRequired: boolean
  inputMode: 'text' | 'tel' | 'email' | 'numeric'
  /** Headings by which other people's tables call this column. */
  heading: RegExp
  /** Offered while typing. */
  choices?: readonly NamedChoice[]
  /** What is wrong with a value is said by it. */
  schema: z.ZodType
  /** No two rows have the same. */
  isUnique: boolean
  isDate: boolean
  /** Its share of the width. */
  width: number
  /** The text as it should have been typed; what is not understood stays. */
  tidy: (text: string) => string
  /** What the tidied text means; the text itself where it means nothing. */
  read: (text: string) => string | number
  /** Worth a look in a text that may be right. */
  warning?: ((text: string, translate: Translate) => string | undefined) | undefined
}

/** By its name, its short name, or by a part that only one of them has; a text of the product in any language. */
export const choiceOf = (
  choices: readonly NamedChoice[],
  text: string,
  translate: Translate,
): NamedChoice | undefined => {
  const [, ...elsewhere] = chineseKeysOf(text.trim())
  const said = [text, translate(text.trim()), ...elsewhere.map(it => translate(it))]
  return said.map(it => choiceNamed(choices, it)).find(it => it !== undefined)
}

const choiceNamed = (choices: readonly NamedChoice[], text: string): NamedChoice | undefined => {
  const wanted = foldForSearch(text.trim())
  if (wanted === '') return undefined
  const exact = choices.find(({ name, shortName }) =>
    [name, shortName].some(it => it && foldForSearch(it) === wanted),
  )
  if (exact) return exact
  const partly = choices.filter(choice => foldForSearch(choice.name).includes(wanted))
  return partly.length === 1 ? partly[0] : undefined
}

type Importing = {
  /** Field names in the order of the columns, each with the headings that other tables give it. */
  importColumns: Readonly<Record<string, RegExp | undefined>>
  /** What may be written of a new record. */
  fields: Fields
  /** Fields of which no two rows have the same value. */
  unique?: readonly string[]
  /** What the columns of references offer. */
  choices?: Readonly<Record<string, readonly NamedChoice[]>>
  /** How a column differs from what its field says. */
  more?: Readonly<Record<string, Partial<ImportColumn>>>
}

const asTyped = (text: string): string | number => text

/** The columns in which new records are typed, pasted or read from a file; labels and choices are in `language`. */
export const columnsFor = (
  { importColumns, fields, unique = [], choices: known = {}, more = {} }: Importing,
  language: Language,
): ImportColumn[] =>
  Object.entries(importColumns).flatMap(([name, heading]) => {
    if (!heading) return []
    const field = fields[name]
    if (!field) throw new Error(`${name} cannot be imported: it is no field of a new record`)
    const { translate } = language
    const { isRequired, schema } = field
    const { tidy = cleanText, read = asTyped, ...shape } = { ...cellShapeOf(field, language), ...more[name] }
    const choices = known[name] ?? shape.choices
    return {
      inputMode: 'text',
      isDate: false,
      width: 12,
      ...shape,
      name,
      label: translate(field.label),
      isRequired,
      schema,
      heading,
      isUnique: unique.includes(name),
      tidy: choices ? text => choiceOf(choices, text, translate)?.name ?? cleanText(text) : tidy,
      read: choices ? text => choiceOf(choices, text, translate)?.id ?? text : read,
      ...(choices && { choices }),
    }
  })

/** As texts of cells, what the form of a new record starts with. */
export const initialCells = (
  columns: readonly ImportColumn[],
  initial: Readonly<Record<string, unknown>>,
): Cells =>
  Object.fromEntries(
    columns.flatMap(({ name, choices }) => {
      const value = initial[name]
      if (value == null) return []
      return [[name, choices?.find(({ id }) => id === value)?.name ?? String(value)]]
    }),
  )

/** What an empty row starts with: `given`, and nothing in the other columns. */
export const emptyCells = (columns: readonly ImportColumn[], given: Cells = {}): Cells => ({
  ...Object.fromEntries(columns.map(({ name }) => [name, ''])),
  ...given,
})
