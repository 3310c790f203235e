import { type ComponentType, memo } from 'react'

import type { AnyRecord, Field, Kind, Option } from '../../resources/kit/index.ts'
import { isBlank } from '../../resources/domain/sameness.ts'
import { AreaCell, areaWidth } from './AreaCell.tsx'
import {
  type CellProps,
  DateCell,
  DescribedCell,
  ImageCell,
  ImagesCell,
  TimestampCell,
  NumberCell,
  ReferenceCell,
  ReferencesCell,
  SelectCell,
  StringsCell,
  TextCell,
  ToggleCell,
} from './cells.tsx'
import { RichTextCell } from './RichTextCell.tsx'
import { RowsCell } from './RowsCell.tsx'
import { WidgetCell, widgetWidth } from './widgets/cells.tsx'
import type { Language } from '../../resources/kit/translate.ts'

type KindEntry<K extends Kind> = {
  cell: ComponentType<CellProps<K>>
  /** Of a column that shows it in one line, in characters of the table's size. */
  width: (field: Field<K>, language: Language) => number
  /** What a new record starts with, where a declaration says nothing. */
  initial?: 0
  /** What a filter offers at once; other kinds are filtered by their input. */
  options?: (field: Field<K>) => readonly Option[]
  /** The values that the input writes, when it writes more than its own. */
  names?: (field: Field<K>, name: string) => readonly string[]
  isNumeric?: true
  /** Never kept as a draft. */
  isSecret?: true
}

const yesNo = [
  [1, '是'],
  [0, '否'],
] as const satisfies readonly Option[]

/** In characters of the table's size: a Latin one takes half the room of a Chinese one. */
export const textLength = (text: string) => text.replaceAll(/[ -~\u00a0-\u02ff]{2}/g, '–').length
const longest = (options: readonly Option[], { translate }: Language) =>
  Math.max(0, ...options.map(([, label]) => textLength(translate(label))))
/** Most texts are far shorter than they may be. */
const textWidth = ({ max }: Field<'text'>) => Math.min(16, Math.max(8, max * 0.25))
/** How long a record waits stands beside its state; this is the longest that is said of it. */
const waitedWidth = ({ translate }: Language) => textLength(translate('%{floor}小时', { floor: 23 })) + 0.6

/** A state is a smaller word with an icon and a ground. */
const stateWidth = ({ options, waits }: Field<'select'>, language: Language) =>
  options.some(([, , tone]) => tone)
    ? longest(options, language) * 0.93 + 2.6 + (waits ? waitedWidth(language) : 0)
    : longest(options, language)

/** How each kind is read, and what else is to be known of it; `inputs.tsx` is the table of how it is written. */
const kinds: { [K in Kind]: KindEntry<K> } = {
  text: { cell: TextCell, width: textWidth },
  password: { cell: DescribedCell, width: () => 4, isSecret: true },
  integer: { cell: NumberCell, width: () => 4, isNumeric: true },
  decimal: { cell: NumberCell, width: () => 6, isNumeric: true },
  select: { cell: SelectCell, width: stateWidth, options: ({ options }) => options },
  multiSelect: { cell: DescribedCell, width: () => 12, options: ({ options }) => options },
  toggle: { cell: ToggleCell, width: () => 2, initial: 0, options: () => yesNo },
  date: { cell: DateCell, width: () => 6 },
  month: { cell: DateCell, width: () => 5 },
  datetime: { cell: TimestampCell, width: () => 9.5 },
  reference: { cell: ReferenceCell, width: () => 12 },
  references: { cell: ReferencesCell, width: () => 9 },
  area: {
    cell: AreaCell,
    width: (_, language) => areaWidth(language),
    names: ({ parts }, name) => [...parts, name],
  },
  image: { cell: ImageCell, width: () => 3 },
  images: { cell: ImagesCell, width: () => 9 },
  richText: { cell: RichTextCell, width: () => 16 },
  strings: { cell: StringsCell, width: () => 9 },
  // A row's parts are fields too: the table hands itself in, since importing it back would be a cycle.
  rows: {
    cell: props => <RowsCell {...props} Part={Cell} />,
    width: () => 4,
  },
  custom: {
    cell: WidgetCell,
    width: ({ widget }, language) => widgetWidth(widget, language),
  },
}

const entryOf = <K extends Kind>({ kind }: Field<K>): KindEntry<K> => kinds[kind]

type Shown = { field: Field; value: unknown; record: AnyRecord; isWhole?: boolean }

/** A value as it is read. */
export const Cell = memo(function Cell({ field, value, record, isWhole = false }: Shown) {
  const { cell: Content } = entryOf(field)
  if (isBlank(value)) return <span className="cell-none">—</span>
  return <Content field={field} value={value} record={record} isWhole={isWhole} />
})

export const initialOf = (field: Field): unknown => entryOf(field).initial ?? null
export const namesOf = (field: Field, name: string) => entryOf(field).names?.(field, name) ?? [name]
export const optionsOf = (field: Field) => entryOf(field).options?.(field)
export const widthOf = (field: Field, language: Language) => entryOf(field).width(field, language)
export const isNumeric = (field: Field) => entryOf(field).isNumeric ?? false
export const isSecret = (field: Field) => entryOf(field).isSecret ?? false
