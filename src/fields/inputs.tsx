import { type ComponentType, memo } from 'react'

import type { Kind } from '../../resources/kit/index.ts'
import type { MarkupSet } from '../../resources/domain/markup.ts'
import { lazyComponent } from '../shell/lazyComponent.tsx'
import { MultiSelectInput, SelectInput, ToggleInput } from './ChoiceInput.tsx'
import { DateInput } from './DateInput.tsx'
import { initialOf } from './kinds.tsx'
import { NumberInput } from './NumberInput.tsx'
import { ReferenceInput, ReferencesInput } from './ReferenceInput.tsx'
import { StringsInput } from './StringsInput.tsx'
import { PasswordInput } from './credentials/PasswordInput.tsx'
import { TextInput } from './TextInput.tsx'
import type { InputProps } from './useField.ts'
import { WidgetInput } from './widgets/inputs.tsx'

// What brings a library or a drawing surface comes with the first form that has it.
const loading = () => <div className="field field-loading" aria-busy />
const AreaInput = lazyComponent(() => import('./AreaInput.tsx').then(it => it.AreaInput), loading)
const ImageInput = lazyComponent(() => import('./ImageInput.tsx').then(it => it.ImageInput), loading)
const ImagesInput = lazyComponent(() => import('./ImagesInput.tsx').then(it => it.ImagesInput), loading)
const RowsInput = lazyComponent(() => import('./RowsInput.tsx').then(it => it.RowsInput), loading)
const OrderedInput = lazyComponent(() => import('./OrderedInput.tsx').then(it => it.OrderedInput), loading)
const RichTextInput = lazyComponent(() => import('./RichTextInput.tsx').then(it => it.RichTextInput), loading)
const ArticleInput = lazyComponent(
  () => import('./richText/ArticleInput.tsx').then(it => it.ArticleInput),
  loading,
)

const FieldSuggestions = lazyComponent(
  () => import('./Suggestions.tsx').then(it => it.FieldSuggestions),
  () => null,
)

/** How a rich text is written, by what it may hold. */
const richTexts: Record<MarkupSet, ComponentType<InputProps<'richText'>>> = {
  basic: RichTextInput,
  article: ArticleInput,
}

/** How each kind is written. A table of its own, so that a list of rows brings neither inputs nor the form library. */
const inputs: { [K in Kind]: ComponentType<InputProps<K>> } = {
  text: props => (
    <>
      <TextInput {...props} />
      {props.field.suggestedBy && <FieldSuggestions {...props} suggestedBy={props.field.suggestedBy} />}
    </>
  ),
  password: PasswordInput,
  integer: NumberInput,
  decimal: NumberInput,
  select: SelectInput,
  multiSelect: props =>
    props.field.isOrdered ? <OrderedInput {...props} /> : <MultiSelectInput {...props} />,
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

/** A value as it is written; must stand in a form. Memoised: a key redraws the input it is typed into. */
export const Input = memo(function Input<K extends Kind>(props: InputProps<K>) {
  const kind: K = props.field.kind
  const Component: ComponentType<InputProps<K>> = inputs[kind]
  return <Component {...props} />
})
