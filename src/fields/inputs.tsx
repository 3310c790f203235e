import { type ComponentType, memo } from 'react'

import type { FieldKind } from '../../resources/kit/index.ts'
import type { MarkupSet } from '../../resources/domain/markup.ts'
import { lazyComponent } from '../loading/lazyComponent.tsx'
import { MultiSelectInput, SelectInput, ToggleInput } from './choice/ChoiceInput.tsx'
import { DateInput } from './dates/DateInput.tsx'
import { initialValueOf } from './kinds.tsx'
import { NumberInput } from './text/NumberInput.tsx'
import { ReferenceInput, ReferencesInput } from './choice/ReferenceInput.tsx'
import { StringsInput } from './text/StringsInput.tsx'
import { PasswordInput } from './credentials/PasswordInput.tsx'
import { TextInput } from './text/TextInput.tsx'
import type { InputProps } from './useField.ts'
import { WidgetInput } from './widgets/inputs.tsx'
import { FieldSuggestions } from './text/Suggestions.tsx'

// Inputs that need a library or a canvas are loaded with the first form that uses them.
const loadingField = () => <div className="field field-loading" aria-busy />
const AreaInput = lazyComponent(() => import('./area/AreaInput.tsx').then(it => it.AreaInput), loadingField)
const ImageInput = lazyComponent(
  () => import('./pictures/ImageInput.tsx').then(it => it.ImageInput),
  loadingField,
)
const ImagesInput = lazyComponent(
  () => import('./pictures/ImagesInput.tsx').then(it => it.ImagesInput),
  loadingField,
)
const RowsInput = lazyComponent(() => import('./rows/RowsInput.tsx').then(it => it.RowsInput), loadingField)
const OrderedInput = lazyComponent(
  () => import('./choice/OrderedInput.tsx').then(it => it.OrderedInput),
  loadingField,
)
const RichTextInput = lazyComponent(
  () => import('./richText/RichTextInput.tsx').then(it => it.RichTextInput),
  loadingField,
)
const ArticleInput = lazyComponent(
  () => import('./richText/article/ArticleInput.tsx').then(it => it.ArticleInput),
  loadingField,
)

/** Editor of a rich text field, by the markup that the field allows. */
const richTextInputs: Record<MarkupSet, ComponentType<InputProps<'richText'>>> = {
  basic: RichTextInput,
  article: ArticleInput,
}

/**
 * Input component of each kind. Separate from `kinds.tsx`, so that a list page loads neither inputs nor
 * react-hook-form.
 */
const inputs: { [K in FieldKind]: ComponentType<InputProps<K>> } = {
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
    const RichTextComponent = richTextInputs[props.field.allows]
    return <RichTextComponent {...props} />
  },
  strings: StringsInput,
  // Passed as a prop, because the fields of a row use this table and importing it there would be a cycle.
  rows: props => <RowsInput {...props} FieldInput={Input} initialOf={initialValueOf} />,
  custom: props => <WidgetInput {...props} FieldInput={Input} />,
}

/** Input of a field; needs react-hook-form's context. Memoised, so that a key press renders only one input. */
export const Input = memo(function Input<K extends FieldKind>(props: InputProps<K>) {
  const kind: K = props.field.kind
  const Component: ComponentType<InputProps<K>> = inputs[kind]
  return <Component {...props} />
})
