import { cleanText, type Field, toHalfWidth, type FieldKind } from '../../resources/kit/index.ts'
import type { Language } from '../../resources/kit/translate.ts'
import { parseDay } from '../fields/typedDates.ts'

export const compact = (text: string) => toHalfWidth(text).replace(/[\s-]/g, '')

/** Without the country, which tables often have. */
export const mobileText = (text: string) => compact(text).replace(/^(\+?86)(?=1\d{10}$)/, '')

export type NamedChoice = { id: number | string; name: string; pinyin?: string; shortName?: string | null }

type CellShape = {
  /** The text as it should have been typed; what is not understood stays. */
  tidy?: (text: string) => string
  /** What the tidied text means; the text itself where it means nothing. */
  read?: (text: string) => string | number
  inputMode?: 'text' | 'tel' | 'email' | 'numeric'
  isDate?: boolean
  /** Its share of the width of the grid. */
  width?: number
  /** Offered while typing. */
  choices?: readonly NamedChoice[]
}

const number: CellShape = {
  tidy: compact,
  read: text => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text),
  inputMode: 'numeric',
  width: 7,
}

const textShapes: Record<Field<'text'>['format'], CellShape> = {
  plain: {},
  url: {},
  tel: { tidy: mobileText, inputMode: 'tel' },
  email: { tidy: text => toHalfWidth(text).replace(/\s/g, ''), inputMode: 'email' },
}

type Shapes = { readonly [K in FieldKind]: ((field: Field<K>, language: Language) => CellShape) | null }

/** How the text of a cell becomes a value of each kind; null where no text can, as for a picture. */
const shapes: Shapes = {
  text: ({ format }) => textShapes[format],
  password: null,
  integer: () => number,
  decimal: () => number,
  select: ({ options }, { translate }) => ({
    choices: options.map(([id, label]) => ({ id, name: translate(label) })),
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
  // Its choices are known to the page.
  reference: () => ({}),
  references: null,
  area: null,
  image: null,
  images: null,
  richText: null,
  strings: null,
  rows: null,
  // The page says how it is read.
  custom: () => ({}),
}

export const cellShapeOf = (field: Field, language: Language): CellShape => {
  // The table has for each kind a function of fields of that kind.
  const shape = shapes[field.kind] as ((field: Field, language: Language) => CellShape) | null
  if (!shape) throw new Error(`${field.label} cannot be typed into a cell`)
  return shape(field, language)
}
