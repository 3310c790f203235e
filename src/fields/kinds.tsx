import { type ComponentType, memo } from 'react'

import {
  type AnyRecord,
  type Field,
  type FieldKind,
  type Fields,
  kindOf,
  type Option,
} from '../../resources/kit/index.ts'
import { isBlank } from '../../resources/domain/sameness.ts'
import { AreaCell, areaWidth } from './area/AreaCell.tsx'
import { type CellProps, DescribedCell } from './cells.tsx'
import { ReferenceCell, ReferencesCell, SelectCell, ToggleCell } from './choice/cells.tsx'
import { DateCell, TimestampCell } from './dates/cells.tsx'
import { ImageCell, ImagesCell } from './pictures/cells.tsx'
import { RichTextCell } from './richText/RichTextCell.tsx'
import { RowsCell } from './rows/RowsCell.tsx'
import { NumberCell, StringsCell, TextCell } from './text/cells.tsx'
import { WidgetCell, widgetWidth } from './widgets/cells.tsx'
import type { Language } from '../../resources/kit/translate.ts'

type KindEntry<K extends FieldKind> = {
  cell: ComponentType<CellProps<K>>
  /** Width of a table column with one-line values, in em of the table's font. */
  width: (field: Field<K>, language: Language) => number
}

/** Width of a text in em; a Latin character is half as wide as a Chinese one. */
const textLength = (text: string) => text.replaceAll(/[ -~\u00a0-\u02ff]{2}/g, '–').length
/** Width of a short text in em, which may consist of wide letters. */
export const labelLength = (label: string) => textLength(label) * (/[a-z]/i.test(label) ? 1.15 : 1)
const longestLabel = (options: readonly Option[], { translate }: Language) =>
  Math.max(0, ...options.map(([, label]) => labelLength(translate(label))))
/** Estimated width of a text column; most texts are much shorter than their limit. */
const textWidth = ({ max }: Field<'text'>) => Math.min(16, Math.max(8, max * 0.25))
/** Width of the longest waiting time that is shown beside a state. */
const waitedWidth = ({ translate }: Language) => textLength(translate('%{floor}小时', { floor: 23 })) + 1

/** Width of a select column; states are shown as chips, with smaller text but an icon and padding. */
const stateWidth = ({ options, waitingState }: Field<'select'>, language: Language) =>
  options.some(([, , tone]) => tone)
    ? longestLabel(options, language) * 0.93 + 2.6 + (waitingState ? waitedWidth(language) : 0)
    : longestLabel(options, language)

/** A moment with two digits in each of its numbers, and thus as long as any. */
const longMoment = new Date('2026-12-28T04:58Z')
/** Width of a date with its time, of which most characters are digits. */
const momentWidth = (_: unknown, { formats }: Language) =>
  Math.max(9.5, formats.moment(longMoment).length * 0.49)

/** Cell, column width and other properties of each kind; `inputs.tsx` has the table of inputs. */
const kindEntries: { [K in FieldKind]: KindEntry<K> } = {
  text: { cell: TextCell, width: textWidth },
  password: { cell: DescribedCell, width: () => 4 },
  integer: { cell: NumberCell, width: () => 4 },
  decimal: { cell: NumberCell, width: () => 6 },
  select: { cell: SelectCell, width: stateWidth },
  multiSelect: { cell: DescribedCell, width: () => 12 },
  toggle: { cell: ToggleCell, width: () => 2 },
  date: { cell: DateCell, width: () => 6 },
  month: { cell: DateCell, width: () => 5 },
  datetime: { cell: TimestampCell, width: momentWidth },
  reference: { cell: ReferenceCell, width: () => 12 },
  references: { cell: ReferencesCell, width: () => 9 },
  area: {
    cell: AreaCell,
    width: (_, language) => areaWidth(language),
  },
  image: { cell: ImageCell, width: () => 3 },
  images: { cell: ImagesCell, width: () => 9 },
  richText: { cell: RichTextCell, width: () => 16 },
  strings: { cell: StringsCell, width: () => 9 },
  // Passed as a prop, because the fields of a row use this table and importing it there would be a cycle.
  rows: {
    cell: props => <RowsCell {...props} FieldCell={Cell} />,
    width: () => 4,
  },
  custom: {
    cell: WidgetCell,
    width: ({ widget }, language) => widgetWidth(widget, language),
  },
}

const entryOf = <K extends FieldKind>({ kind }: Field<K>): KindEntry<K> => kindEntries[kind]

type CellContentProps = { field: Field; value: unknown; record: AnyRecord; isWhole?: boolean }

/** Shows the value of a field. */
export const Cell = memo(function Cell({ field, value, record, isWhole = false }: CellContentProps) {
  const { cell: Content } = entryOf(field)
  if (isBlank(value)) return <span className="cell-none">—</span>
  return <Content field={field} value={value} record={record} isWhole={isWhole} />
})

export const initialValueOf = (field: Field): unknown => kindOf(field).initial ?? null
/** The values with which an empty form begins. */
export const initialValuesOf = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, initialValueOf(field)]))
/** Names of all values that the input of a field writes. */
export const writtenNames = (field: Field, name: string) =>
  'parts' in field ? [...field.parts, name] : [name]
export const columnWidthOf = (field: Field, language: Language) => entryOf(field).width(field, language)
