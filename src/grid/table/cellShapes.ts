import { wordsForOption } from '../../../resources/domain/optionWords.ts'
import { cleanText, type Field, kindOf, optionsOf, type SheetForm } from '../../../resources/kit/index.ts'
import { readNumber } from '../../../resources/kit/readNumber.ts'
import type { Language } from '../../../resources/kit/translate.ts'
import { parseDay, parseMonth } from '../../fields/dates/typedDates.ts'

export type NamedChoice = {
  id: number | string
  name: string
  pinyin?: string
  shortName?: string | null
  /** Other words for it in the lists that firms keep. */
  words?: RegExp | undefined
}

type CellShape = {
  /** Normalises a typed text; a text that cannot be understood is returned unchanged. */
  tidy?: (text: string) => string
  /** Value of a normalised text; the text itself if it is not valid. */
  read?: (text: string) => string | number
  inputMode?: 'text' | 'tel' | 'email' | 'url' | 'numeric'
  isDate?: boolean
  /** Relative width of the column in the grid. */
  width?: number
  /** Choices offered while typing. */
  choices?: readonly NamedChoice[]
}

/** How a cell's text becomes a value of each form. */
const cellShapes: Record<SheetForm, (field: Field, language: Language) => CellShape> = {
  text: () => ({}),
  number: () => ({ read: text => readNumber(text) ?? text, width: 7 }),
  option: (field, { translate }) => {
    const choices = (optionsOf(field) ?? []).map(([id, label]) => ({
      id,
      name: translate(label),
      words: wordsForOption(field.label, id),
    }))
    return { choices, ...(choices.length === 2 && { width: 8 }) }
  },
  day: (_, { formats }) => ({ tidy: text => parseDay(text, formats) ?? cleanText(text), isDate: true }),
  month: () => ({ tidy: text => parseMonth(text) ?? cleanText(text) }),
  // The page passes the choices.
  reference: () => ({}),
}

/** Undefined for kinds that cannot be typed, such as pictures. */
export const cellShapeOf = (field: Field, language: Language): CellShape | undefined => {
  const { sheetForm, tidy, keyboard } = kindOf(field)
  if (!sheetForm) return undefined
  return {
    ...(tidy && { tidy: text => tidy(field, text) }),
    ...(keyboard && { inputMode: keyboard(field) }),
    ...cellShapes[sheetForm](field, language),
  }
}
