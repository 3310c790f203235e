import { wordsForOption } from '../../../resources/domain/optionWords.ts'
import {
  cleanText,
  type Field,
  toHalfWidth,
  toMobile,
  toName,
  type FieldKind,
} from '../../../resources/kit/index.ts'
import type { Language } from '../../../resources/kit/translate.ts'
import { parseDay } from '../../fields/dates/typedDates.ts'

/** Converts full-width characters and removes spaces and hyphens. */
export const removeSeparators = (text: string) => toHalfWidth(text).replace(/[\s-]/g, '')

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
  inputMode?: 'text' | 'tel' | 'email' | 'numeric'
  isDate?: boolean
  /** Relative width of the column in the grid. */
  width?: number
  /** Choices offered while typing. */
  choices?: readonly NamedChoice[]
}

const numberShape: CellShape = {
  tidy: removeSeparators,
  read: text => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text),
  inputMode: 'numeric',
  width: 7,
}

const textShapes: Record<Field<'text'>['format'], CellShape> = {
  plain: {},
  name: { tidy: toName },
  url: {},
  tel: { tidy: toHalfWidth, inputMode: 'tel' },
  mobile: { tidy: toMobile, inputMode: 'tel' },
  email: { tidy: text => toHalfWidth(text).replace(/\s/g, ''), inputMode: 'email' },
}

type CellShapes = { readonly [K in FieldKind]: ((field: Field<K>, language: Language) => CellShape) | null }

/** How a cell's text becomes a value of each kind; null for kinds that cannot be typed, such as pictures. */
const cellShapes: CellShapes = {
  text: ({ format }) => textShapes[format],
  password: null,
  integer: () => numberShape,
  decimal: () => numberShape,
  select: ({ label: fieldLabel, options }, { translate }) => ({
    choices: options.map(([id, label]) => ({
      id,
      name: translate(label),
      words: wordsForOption(fieldLabel, id),
    })),
  }),
  multiSelect: null,
  toggle: (_, { translate }) => ({
    width: 8,
    choices: [
      { id: 1, name: translate('是') },
      { id: 0, name: translate('否') },
    ],
  }),
  date: (_, { formats }) => ({ tidy: text => parseDay(text, formats) ?? cleanText(text), isDate: true }),
  month: null,
  datetime: null,
  // The page passes the choices.
  reference: () => ({}),
  references: null,
  area: null,
  image: null,
  images: null,
  richText: null,
  strings: null,
  rows: null,
  // The page passes `tidy` and `read`.
  custom: () => ({}),
}

export const cellShapeOf = (field: Field, language: Language): CellShape => {
  // TypeScript cannot see that the entry's parameter matches the kind of this field.
  const shape = cellShapes[field.kind] as ((field: Field, language: Language) => CellShape) | null
  if (!shape) throw new Error(`${field.label} cannot be typed into a cell`)
  return shape(field, language)
}
