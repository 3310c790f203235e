import { type ComponentType, lazy, memo, Suspense } from 'react'

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
import { MultiSelectInput, SelectInput, ToggleInput } from './ChoiceInput.tsx'
import { DateInput } from './DateInput.tsx'
import { NumberInput } from './NumberInput.tsx'
import { ReferenceInput, ReferencesInput } from './ReferenceInput.tsx'
import { RichTextCell } from './RichTextCell.tsx'
import { RowsCell } from './RowsCell.tsx'
import { RowsInput } from './RowsInput.tsx'
import { StringsInput } from './StringsInput.tsx'
import { PasswordInput, TextInput } from './TextInput.tsx'
import type { InputProps } from './useField.ts'
import { WidgetCell, WidgetInput } from './widgets/widgets.tsx'

type Look<K extends Kind> = {
  cell: ComponentType<CellProps<K>>
  input: ComponentType<InputProps<K>>
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

// What brings a library or a drawing surface comes with the first form that has it.
const AreaInput = lazy(() => import('./AreaInput.tsx').then(it => ({ default: it.AreaInput })))
const ImageInput = lazy(() => import('./ImageInput.tsx').then(it => ({ default: it.ImageInput })))
const ImagesInput = lazy(() => import('./ImagesInput.tsx').then(it => ({ default: it.ImagesInput })))
const RichTextInput = lazy(() => import('./RichTextInput.tsx').then(it => ({ default: it.RichTextInput })))

/** What each kind looks like: the only place of the user interface that knows the kinds. */
const looks: { [K in Kind]: Look<K> } = {
  text: { cell: TextCell, input: TextInput },
  password: { cell: DescribedCell, input: PasswordInput, isSecret: true },
  integer: { cell: NumberCell, input: NumberInput, isNumeric: true },
  decimal: { cell: NumberCell, input: NumberInput, isNumeric: true },
  select: { cell: SelectCell, input: SelectInput, options: ({ options }) => options },
  multiSelect: { cell: DescribedCell, input: MultiSelectInput, options: ({ options }) => options },
  toggle: { cell: ToggleCell, input: ToggleInput, initial: 0, options: () => yesNo },
  date: { cell: DateCell, input: DateInput },
  month: { cell: DateCell, input: DateInput },
  datetime: { cell: MomentCell, input: DateInput },
  reference: { cell: ReferenceCell, input: ReferenceInput },
  references: { cell: ReferencesCell, input: ReferencesInput },
  area: { cell: AreaCell, input: AreaInput, names: ({ parts }, name) => [...parts, name] },
  image: { cell: ImageCell, input: ImageInput },
  images: { cell: ImagesCell, input: ImagesInput },
  richText: { cell: RichTextCell, input: RichTextInput },
  strings: { cell: StringsCell, input: StringsInput },
  // A row's parts are fields too: the table hands itself in, since importing it back would be a cycle.
  rows: {
    cell: props => <RowsCell {...props} Part={Cell} />,
    input: props => <RowsInput {...props} Part={Input} initialOf={initialOf} />,
  },
  custom: { cell: WidgetCell, input: WidgetInput },
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

/** A value as it is written; must stand in a form. */
export const Input = (props: InputProps) => {
  const { input: Look } = lookOf(props.field)
  return (
    <Suspense fallback={<div className="field field-loading" />}>
      <Look {...props} />
    </Suspense>
  )
}

export const initialOf = (field: Field): unknown => lookOf(field).initial ?? null
export const namesOf = (field: Field, name: string) => lookOf(field).names?.(field, name) ?? [name]
export const optionsOf = (field: Field) => lookOf(field).options?.(field)
export const isNumeric = (field: Field) => lookOf(field).isNumeric ?? false
export const isSecret = (field: Field) => lookOf(field).isSecret ?? false
