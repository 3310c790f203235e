import { wordsForOption } from '../../../resources/domain/optionWords.ts'
import { sheetFieldsOf } from '../../../resources/domain/sheets.ts'
import {
  type AnyEntity,
  cleanText,
  type Field,
  type Fields,
  kindOf,
  type Option,
  optionsOf,
  type SheetForm,
} from '../../../resources/kit/index.ts'
import { saysNothing } from '../../../resources/kit/cellFaults.ts'
import { toSimplified } from '../../../resources/kit/simplified.ts'
import { hasOtherYear, readDay, readMonth } from '../../../resources/kit/readDay.ts'
import { readNumber } from '../../../resources/kit/readNumber.ts'
import type { Context } from '../../context/context.ts'
import type { SheetKind } from './kind.ts'
import { exportedCells } from '../../services/exports/listExport.ts'
import { translateText } from '../../services/settings/languages.ts'
import type { AnyListing } from '../../context/checks.ts'
import { namesFor, type Served, titlesFor } from '../lists/exports.ts'

// A spreadsheet is compared with the records by the texts that the export writes, so that a masked value or a value that
// a spreadsheet cannot hold counts as unchanged as long as nobody edits it.

/** The value of an option by its label in Chinese, simplified or traditional, or in the language of the request. */
const optionOf = (options: readonly Option[], text: string, { language }: Context) =>
  options.find(
    ([, label]) => cleanLabel(label) === toSimplified(text) || translateText(language, label) === text,
  )?.[0]
/** A label without the suffix that tells equal words apart, such as 停用@state. */
const cleanLabel = (label: string) => label.replace(/@\w+$/, '')

/** The only record with this title among the choices; undefined if there are none or several. */
const referenceOf = async (served: Served, context: Context, to: string, text: string) => {
  const titles = await titlesFor(served, context, to, [])
  const found = [...titles].flatMap(([id, title]) => (cleanText(title) === text ? [id] : []))
  return found.length === 1 ? found[0] : undefined
}

type Reader = (field: Field, text: string, context: Context, served: Served) => unknown

/** The value of a text of each form; undefined if it cannot be understood. */
const readers: { readonly [F in SheetForm]: Reader } = {
  text: (_, text) => text,
  number: (field, text) => readNumber(text, 'unit' in field ? field.unit : undefined),
  option: (field, text, context) => {
    const options = optionsOf(field) ?? []
    return (
      optionOf(options, text, context) ??
      options.find(([value]) => wordsForOption(field.label, value)?.test(toSimplified(text)))?.[0]
    )
  },
  day: (_, text) => (hasOtherYear(text) ? undefined : (readDay(text) ?? undefined)),
  month: (_, text) => readMonth(text) ?? undefined,
  reference: (field, text, context, served) => 'to' in field && referenceOf(served, context, field.to, text),
}

/** Reads a value from the text by which the log and exported lists describe it; undefined if it cannot be understood. */
export const textReaderOf =
  (served: Served): SheetKind['read'] =>
  async (context, field, text) => {
    if (text === '' || (!field.isRequired && saysNothing(text))) return null
    const { sheetForm } = kindOf(field)
    return sheetForm ? readers[sheetForm](field, text, context, served) : undefined
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
