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

const MaskedMobileInput = ({ field, source, isDisabled }: InputProps<'custom'>) => (
  <TextInput
    field={{ ...field, kind: 'text', max: 11, format: 'tel', isMultiline: false }}
    source={source}
    {...(isDisabled && { isDisabled })}
  />
)

/** `Part` draws a part of any kind: the table hands itself in, since importing it back would be a cycle. */
type Props = InputProps<'custom'> & { Part: ComponentType<InputProps> }

/** The inputs written by hand: one entry for each name that a declaration may use. */
const inputs: Record<Widget, ComponentType<Props>> = {
  colour: ColourInput,
  group: GroupInput,
  icon: IconInput,
  latitude: LatitudeInput,
  licence: LicenceInput,
  maskedMobile: MaskedMobileInput,
  professions: ProfessionsInput,
  visibility: VisibilityInput,
  workPosition: WorkPositionInput,
}

export const WidgetInput = (props: Props) => {
  const Look = inputs[props.field.widget]
  return <Look {...props} />
}
