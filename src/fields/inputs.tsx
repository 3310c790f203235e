import { type ComponentType, lazy, Suspense } from 'react'

import type { Field, Kind } from '../../resources/kit/index.ts'
import type { MarkupSet } from '../../resources/kit/markup.ts'
import { MultiSelectInput, SelectInput, ToggleInput } from './ChoiceInput.tsx'
import { DateInput } from './DateInput.tsx'
import { initialOf } from './kinds.tsx'
import { NumberInput } from './NumberInput.tsx'
import { ReferenceInput, ReferencesInput } from './ReferenceInput.tsx'
import { RowsInput } from './RowsInput.tsx'
import { StringsInput } from './StringsInput.tsx'
import { PasswordInput, TextInput } from './TextInput.tsx'
import type { InputProps } from './useField.ts'
import { WidgetInput } from './widgets/inputs.tsx'

// What brings a library or a drawing surface comes with the first form that has it.
const AreaInput = lazy(() => import('./AreaInput.tsx').then(it => ({ default: it.AreaInput })))
const ImageInput = lazy(() => import('./ImageInput.tsx').then(it => ({ default: it.ImageInput })))
const ImagesInput = lazy(() => import('./ImagesInput.tsx').then(it => ({ default: it.ImagesInput })))
const RichTextInput = lazy(() => import('./RichTextInput.tsx').then(it => ({ default: it.RichTextInput })))

const ArticleInput = lazy(() =>
  import('./richText/ArticleInput.tsx').then(it => ({ default: it.ArticleInput })),
)

/** How a rich text is written, by what it may hold. */
const richTexts: Record<MarkupSet, ComponentType<InputProps<'richText'>>> = {
  basic: RichTextInput,
  article: ArticleInput,
}

/** How each kind is written. A table of its own, so that a list of rows brings neither inputs nor the form library. */
const inputs: { [K in Kind]: ComponentType<InputProps<K>> } = {
  text: TextInput,
  password: PasswordInput,
  integer: NumberInput,
  decimal: NumberInput,
  select: SelectInput,
  multiSelect: MultiSelectInput,
  toggle: ToggleInput,
  date: DateInput,
  month: DateInput,
  datetime: DateInput,
  reference: ReferenceInput,
  references: ReferencesInput,
  area: AreaInput,
  image: ImageInput,
  images: ImagesInput,
  richText: props => {
    const Look = richTexts[props.field.allows]
    return <Look {...props} />
  },
  strings: StringsInput,
  // A row's parts are fields too: the table hands itself in, since importing it back would be a cycle.
  rows: props => <RowsInput {...props} Part={Input} initialOf={initialOf} />,
  custom: props => <WidgetInput {...props} Part={Input} />,
}

/** A value as it is written; must stand in a form. */
export const Input = (props: InputProps) => {
  const Look = inputs[props.field.kind as Field['kind']] as ComponentType<InputProps>
  return (
    <Suspense fallback={<div className="field field-loading" />}>
      <Look {...props} />
    </Suspense>
  )
}
