import type { ComponentType } from 'react'

import type { Widget } from '../../../resources/kit/index.ts'
import { TextInput } from '../TextInput.tsx'
import type { InputProps } from '../useField.ts'
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

/** The inputs written by hand: one entry for each name that a declaration may use. */
const inputs: Record<Widget, ComponentType<InputProps<'custom'>>> = {
  licence: LicenceInput,
  maskedMobile: MaskedMobileInput,
  professions: ProfessionsInput,
  visibility: VisibilityInput,
  workPosition: WorkPositionInput,
}

export const WidgetInput = (props: InputProps<'custom'>) => {
  const Look = inputs[props.field.widget]
  return <Look {...props} />
}
