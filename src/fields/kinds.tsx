import { type ComponentType, memo } from 'react'

import type { AnyRecord, Field, Kind, Option } from '../../resources/kit/index.ts'
import { isBlank } from '../../providers/changes.ts'
import { AreaCell } from './AreaCell.tsx'
import {
  type CellProps,
  DateCell,
  DescribedCell,
  ImageCell,
  ImagesCell,
  MomentCell,
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
import { WidgetCell } from './widgets/cells.tsx'

import './fields.css'

type Look<K extends Kind> = {
  cell: ComponentType<CellProps<K>>
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

/** How each kind is read, and what else is to be known of it; `inputs.tsx` is the table of how it is written. */
const looks: { [K in Kind]: Look<K> } = {
  text: { cell: TextCell },
  password: { cell: DescribedCell, isSecret: true },
  integer: { cell: NumberCell, isNumeric: true },
  decimal: { cell: NumberCell, isNumeric: true },
  select: { cell: SelectCell, options: ({ options }) => options },
  multiSelect: { cell: DescribedCell, options: ({ options }) => options },
  toggle: { cell: ToggleCell, initial: 0, options: () => yesNo },
  date: { cell: DateCell },
  month: { cell: DateCell },
  datetime: { cell: MomentCell },
  reference: { cell: ReferenceCell },
  references: { cell: ReferencesCell },
  area: { cell: AreaCell, names: ({ parts }, name) => [...parts, name] },
  image: { cell: ImageCell },
  images: { cell: ImagesCell },
  richText: { cell: RichTextCell },
  strings: { cell: StringsCell },
  // A row's parts are fields too: the table hands itself in, since importing it back would be a cycle.
  rows: {
    cell: props => <RowsCell {...props} Part={Cell} />,
  },
  custom: { cell: WidgetCell },
}

/** The table, read for a field whose kind the compiler does not know. */
const lookOf = (field: Field) => looks[field.kind] as unknown as Look<Kind>

type Shown = { field: Field; value: unknown; record: AnyRecord; isWhole?: boolean }

/** A value as it is read. */
export const Cell = memo(function Cell({ field, value, record, isWhole = false }: Shown) {
  const { cell: Look } = lookOf(field)
  if (isBlank(value)) return <span className="cell-none">—</span>
  return <Look field={field} value={value} record={record} isWhole={isWhole} />
})

export const initialOf = (field: Field): unknown => lookOf(field).initial ?? null
export const namesOf = (field: Field, name: string) => lookOf(field).names?.(field, name) ?? [name]
export const optionsOf = (field: Field) => lookOf(field).options?.(field)
export const isNumeric = (field: Field) => lookOf(field).isNumeric ?? false
export const isSecret = (field: Field) => lookOf(field).isSecret ?? false
