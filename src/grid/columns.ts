import { chineseKeysOf } from '../../providers/catalogues.ts'
import type { z } from 'zod'

import { saysNothing } from '../../resources/kit/cellFaults.ts'
import { cleanText, type Fields, foldForSearch } from '../../resources/kit/index.ts'
import { cellShapeOf, type NamedChoice } from './table/cellShapes.ts'
import { toSimplified } from '../../resources/kit/simplified.ts'
import type { Language, Translate } from '../../resources/kit/translate.ts'

/** Texts of a row as typed or pasted, by column name. */
export type CellTexts = Readonly<Record<string, string>>

export type ImportColumn = {
  name: string
  label: string
  isRequired: boolean
  inputMode: 'text' | 'tel' | 'email' | 'url' | 'numeric'
  /** Matches the headings that other people's spreadsheets use for this column. */
  heading: RegExp
  /** Choices offered while typing. */
  choices?: readonly NamedChoice[]
  /** Validates the value and has the error messages. */
  schema: z.ZodType
  /** Whether two rows must not have the same value. */
  isUnique: boolean
  isDate: boolean
  /** Relative width of the column. */
  width: number
  /** Normalises a typed text; a text that cannot be understood is returned unchanged. */
  tidy: (text: string) => string
  /** Value of a normalised text; the text itself if it is not valid. */
  read: (text: string) => string | number
  /** Warning about a valid but unusual text. */
  warning?: ((text: string, translate: Translate) => string | undefined) | undefined
}

/**
 * Finds a choice by name, short name, another word for it, or a part of the name that is unique. The product's own texts are
 * found in every language, and in traditional characters.
 */
export const findChoice = (
  choices: readonly NamedChoice[],
  text: string,
  translate: Translate,
): NamedChoice | undefined => {
  const [, ...translations] = chineseKeysOf(text.trim())
  const simplified = toSimplified(text.trim())
  const keys = [text.trim(), ...translations, simplified]
  const candidates = new Set([text, ...keys.map(it => translate(it)), simplified])
  return [...candidates].map(it => findByName(choices, it)).find(it => it !== undefined)
}

const findByName = (choices: readonly NamedChoice[], text: string): NamedChoice | undefined => {
  const foldedText = foldForSearch(text.trim())
  if (foldedText === '') return undefined
  const exact = choices.find(
    ({ name, shortName, words }) =>
      [name, shortName].some(it => it && foldForSearch(it) === foldedText) || words?.test(text.trim()),
  )
  if (exact) return exact
  const partialMatches = choices.filter(choice => foldForSearch(choice.name).includes(foldedText))
  return partialMatches.length === 1 ? partialMatches[0] : undefined
}

type ImportOptions = {
  /** Field names in the order of the columns, each with a pattern for headings in other spreadsheets. */
  importColumns: Readonly<Record<string, RegExp | undefined>>
  /** Fields that a new record can have. */
  fields: Fields
  /** Fields whose values must differ between rows. */
  unique?: readonly string[]
  /** Choices of reference fields, by name. */
  choices?: Readonly<Record<string, readonly NamedChoice[]>>
  /** Column properties that differ from those derived from the field. */
  more?: Readonly<Record<string, Partial<ImportColumn>>>
}

const keepText = (text: string): string | number => text

/** Columns of a grid or a file for creating records, with labels and choices in the given language. */
export const importColumnsFor = (
  { importColumns, fields, unique = [], choices: choicesOfColumn = {}, more: overrides = {} }: ImportOptions,
  language: Language,
): ImportColumn[] =>
  Object.entries(importColumns).flatMap(([name, heading]) => {
    if (!heading) return []
    const field = fields[name]
    if (!field) throw new Error(`${name} cannot be imported: it is no field of a new record`)
    const { translate } = language
    const { isRequired, schema } = field
    const derived = cellShapeOf(field, language)
    // A field of another kind has what the page passes.
    if (!derived && !overrides[name]) throw new Error(`${field.label} cannot be typed into a cell`)
    const { tidy = cleanText, read = keepText, ...shape } = { ...derived, ...overrides[name] }
    const choices = choicesOfColumn[name] ?? shape.choices
    const tidyText = choices
      ? (text: string) => findChoice(choices, text, translate)?.name ?? cleanText(text)
      : tidy
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
      tidy: text => (!isRequired && saysNothing(text.trim()) ? '' : tidyText(text)),
      read: choices ? text => findChoice(choices, text, translate)?.id ?? text : read,
      ...(choices && { choices }),
    }
  })

/** Initial values of a new record as cell texts. */
export const initialCells = (
  columns: readonly ImportColumn[],
  initial: Readonly<Record<string, unknown>>,
): CellTexts =>
  Object.fromEntries(
    columns.flatMap(({ name, choices }) => {
      const value = initial[name]
      if (value == null) return []
      return [[name, choices?.find(({ id }) => id === value)?.name ?? String(value)]]
    }),
  )

/** Texts of an empty row: `initialTexts`, and empty texts in the other columns. */
export const emptyCells = (columns: readonly ImportColumn[], initialTexts: CellTexts = {}): CellTexts => ({
  ...Object.fromEntries(columns.map(({ name }) => [name, ''])),
  ...initialTexts,
})
