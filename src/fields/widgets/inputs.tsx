import type { ComponentType } from 'react'

import type { Widget } from '../../../resources/domain/widget.ts'
import { TextInput } from '../text/TextInput.tsx'
import type { InputProps } from '../useField.ts'
import { ColourInput } from './ColourInput.tsx'
import { GroupInput } from './GroupInput.tsx'
import { IconInput } from './IconInput.tsx'
import { LatitudeInput } from './map/LatitudeInput.tsx'
import { LicenceInput } from './LicenceInput.tsx'
import { ProfessionsInput } from './ProfessionsInput.tsx'
import { VisibilityInput } from './VisibilityInput.tsx'
import { WorkPositionInput } from './WorkPositionInput.tsx'

/** Plain text input, for widgets that differ only in how they are shown. */
const textInput = (max: number, format: 'plain' | 'mobile') =>
  function PlainTextInput({ field, source, isDisabled }: InputProps<'custom'>) {
    return (
      <TextInput
        field={{ ...field, kind: 'text', max, format, isMultiline: false }}
        source={source}
        {...(isDisabled && { isDisabled })}
      />
    )
  }

/** `FieldInput` is the input of any kind, passed as a prop because importing it would be a cycle. */
type Props = InputProps<'custom'> & { FieldInput: ComponentType<InputProps> }

/** Input of each custom widget that a declaration may name. */
const widgetInputs: Record<Widget, ComponentType<Props>> = {
  areaName: textInput(60, 'plain'),
  // Only shown: the dialog for a new token has a field of its own.
  capabilities: textInput(60, 'plain'),
  colour: ColourInput,
  group: GroupInput,
  icon: IconInput,
  latitude: LatitudeInput,
  licence: LicenceInput,
  maskedMobile: textInput(11, 'mobile'),
  professions: ProfessionsInput,
  visibility: VisibilityInput,
  workPosition: WorkPositionInput,
}

export const WidgetInput = (props: Props) => {
  const WidgetComponent = widgetInputs[props.field.widget]
  return <WidgetComponent {...props} />
}
