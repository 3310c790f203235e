import { type ComponentType, memo } from 'react'

import type { FieldKind } from '../../resources/kit/index.ts'
import type { MarkupSet } from '../../resources/domain/markup.ts'
import { lazyComponent } from '../loading/lazyComponent.tsx'
import { AreaInput } from './area/AreaInput.tsx'
import { MultiSelectInput, SelectInput, ToggleInput } from './choice/ChoiceInput.tsx'
import { DateInput } from './dates/DateInput.tsx'
import { initialValueOf } from './kinds.tsx'
import { ImageInput } from './pictures/ImageInput.tsx'
import { ImagesInput } from './pictures/ImagesInput.tsx'
import { NumberInput } from './text/NumberInput.tsx'
import { ReferenceInput, ReferencesInput } from './choice/ReferenceInput.tsx'
import { StringsInput } from './text/StringsInput.tsx'
import { PasswordInput } from './credentials/PasswordInput.tsx'
import { TextInput } from './text/TextInput.tsx'
import type { InputProps } from './useField.ts'
import { WidgetInput } from './widgets/inputs.tsx'
import { FieldSuggestions } from './text/Suggestions.tsx'

// Inputs of more than 10 kB after compression are loaded with the first form that uses them: they sort by dragging, or edit text.
const loadingField = (height: string) => () => (
  <div className="field field-loading" style={{ height }} aria-busy />
)
/** Height of an empty list with its label and its button. */
const listHeight = '64px'
const RowsInput = lazyComponent(
  () => import('./rows/RowsInput.tsx').then(it => it.RowsInput),
  loadingField(listHeight),
)
const OrderedInput = lazyComponent(
  () => import('./choice/OrderedInput.tsx').then(it => it.OrderedInput),
  loadingField(listHeight),
)
const RichTextInput = lazyComponent(
  () => import('./richText/RichTextInput.tsx').then(it => it.RichTextInput),
  loadingField('232px'),
)
const ArticleInput = lazyComponent(
  () => import('./richText/article/ArticleInput.tsx').then(it => it.ArticleInput),
  loadingField('max(560px, 60vh)'),
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
