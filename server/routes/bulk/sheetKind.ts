import { wordsForOption } from '../../../resources/domain/optionWords.ts'
import { sheetFieldsOf } from '../../../resources/domain/sheets.ts'
import {
  type AnyEntity,
  cleanText,
  type Field,
  type FieldKind,
  type Fields,
  toHalfWidth,
} from '../../../resources/kit/index.ts'
import { saysNothing } from '../../../resources/kit/cellFaults.ts'
import { toSimplified } from '../../../resources/kit/simplified.ts'
import { hasOtherYear, readDay, readMonth } from '../../../resources/kit/readDay.ts'
import type { Context } from '../../context/context.ts'
import type { SheetKind } from './kind.ts'
import { exportedCells } from '../../services/exports/listExport.ts'
import { translateText } from '../../services/settings/languages.ts'
import type { AnyListing } from '../../context/checks.ts'
import { namesFor, type Served, titlesFor } from '../lists/exports.ts'

// A spreadsheet is compared with the records by the texts that the export writes, so that a masked value or a value that
// a spreadsheet cannot hold counts as unchanged as long as nobody edits it.

const numberOf = (text: string, unit = '') => {
  const digits = toHalfWidth(text).replaceAll(/[\s,]/g, '').replace(unit, '')
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : undefined
}

type Options = readonly (readonly [unknown, string, ...unknown[]])[]

/** The value of an option by its label in Chinese, simplified or traditional, or in the language of the request. */
const optionOf = (options: Options, text: string, { language }: Context) =>
  options.find(
    ([, label]) => cleanLabel(label) === toSimplified(text) || translateText(language, label) === text,
  )?.[0]
/** A label without the suffix that tells equal words apart, such as 停用@state. */
const cleanLabel = (label: string) => label.replace(/@\w+$/, '')

const toggleOptions: Options = [
  [1, '是'],
  [0, '否'],
]

/** The only record with this title among the choices; undefined if there are none or several. */
const referenceOf = async (served: Served, context: Context, to: string, text: string) => {
  const titles = await titlesFor(served, context, to, [])
  const found = [...titles].flatMap(([id, title]) => (cleanText(title) === text ? [id] : []))
  return found.length === 1 ? found[0] : undefined
}

type Reader<K extends FieldKind> = (
  field: Field<K>,
  text: string,
  context: Context,
  served: Served,
) => unknown

/** The value of a text of each kind; undefined if it cannot be understood, null for kinds that are not read back. */
const readers: { readonly [K in FieldKind]: Reader<K> | null } = {
  text: (_, text) => text,
  password: null,
  integer: ({ unit }, text) => numberOf(text, unit),
  decimal: (_, text) => numberOf(text),
  select: ({ label, options }, text, context) =>
    optionOf(options, text, context) ??
    options.find(([value]) => wordsForOption(label, value)?.test(toSimplified(text)))?.[0],
  multiSelect: null,
  toggle: (_, text, context) => optionOf(toggleOptions, text, context),
  date: (_, text) => (hasOtherYear(text) ? undefined : (readDay(text) ?? undefined)),
  month: (_, text) => readMonth(text) ?? undefined,
  datetime: null,
  reference: ({ to }, text, context, served) => referenceOf(served, context, to, text),
  references: null,
  area: null,
  image: null,
  images: null,
  richText: null,
  strings: null,
  rows: null,
  custom: null,
}

/** Reads a value from the text by which the log and exported lists describe it; undefined if it cannot be understood. */
export const textReaderOf =
  (served: Served): SheetKind['read'] =>
  async (context, field, text) => {
    if (text === '' || (!field.isRequired && saysNothing(text))) return null
    // TypeScript cannot see that the entry's parameter matches the kind of this field.
    const read = readers[field.kind] as Reader<FieldKind> | null
    return read?.(field, text, context, served)
  }

/** How the exported list of an entity is compared with its records. */
export const sheetKindOf = (entity: AnyEntity, listing: AnyListing, served: Served): SheetKind => {
  const { fields, exports, form, calls, crud, id } = entity
  const columns: Fields = { ...exports!.extraColumns, ...fields }
  const editable = sheetFieldsOf(entity)
  const inForm = new Set(Object.values(form).flat())
  const updateInput = calls[crud.update!]!.input
  const inUpdate = 'shape' in updateInput ? Object(updateInput.shape) : {}
  const names = namesFor(served)
  return {
    columns,
    editable,
    isRefused: name =>
      !(name in editable) && (inForm.has(name) || name in inUpdate || columns[name]?.isSensitive === true),
    describe: async (context, chosen, rows) => {
      const inFile: readonly Readonly<Record<string, unknown>>[] = listing.inFile
        ? await listing.inFile(rows, context)
        : rows
      const referenceNames = await names(context, chosen, inFile)
      return new Map(
        inFile.map(row => [Number(row[id]), exportedCells(context, chosen, row, referenceNames)]),
      )
    },
    read: textReaderOf(served),
  }
}
