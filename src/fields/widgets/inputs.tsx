import type { ComponentType } from 'react'

import type { Widget } from '../../../resources/domain/widget.ts'
import { TextInput } from '../TextInput.tsx'
import type { InputProps } from '../useField.ts'
import { ColourInput } from './ColourInput.tsx'
import { GroupInput } from './GroupInput.tsx'
import { IconInput } from './IconInput.tsx'
import { LatitudeInput } from './LatitudeInput.tsx'
import { LicenceInput } from './LicenceInput.tsx'
import { ProfessionsInput } from './ProfessionsInput.tsx'
import { VisibilityInput } from './VisibilityInput.tsx'
import { WorkPositionInput } from './WorkPositionInput.tsx'

/** Typed like any text, and only shown in a way of its own. */
const textInput = (max: number, format: 'plain' | 'tel') =>
  function PlainTextInput({ field, source, isDisabled }: InputProps<'custom'>) {
    return (
      <TextInput
        field={{ ...field, kind: 'text', max, format, isMultiline: false }}
        source={source}
        {...(isDisabled && { isDisabled })}
      />
    )
  }

/** `Part` draws a part of any kind: the table hands itself in, since importing it back would be a cycle. */
type Props = InputProps<'custom'> & { Part: ComponentType<InputProps> }

/** The inputs written by hand: one entry for each name that a declaration may use. */
const inputs: Record<Widget, ComponentType<Props>> = {
  areaName: textInput(60, 'plain'),
  colour: ColourInput,
  group: GroupInput,
  icon: IconInput,
  latitude: LatitudeInput,
  licence: LicenceInput,
  maskedMobile: textInput(11, 'tel'),
  professions: ProfessionsInput,
  visibility: VisibilityInput,
  workPosition: WorkPositionInput,
}

export const WidgetInput = (props: Props) => {
  const Look = inputs[props.field.widget]
  return <Look {...props} />
}
