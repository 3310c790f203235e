import type { ComponentType } from 'react'

import type { Widget } from '../../../resources/kit/index.ts'
import type { CellProps } from '../cells.tsx'
import type { InputProps } from '../useField.ts'
import { LicenceCell, LicenceInput } from './Licence.tsx'
import { MaskedMobileCell, MaskedMobileInput } from './MaskedMobile.tsx'
import { ProfessionsCell, ProfessionsInput } from './Professions.tsx'
import { VisibilityCell, VisibilityInput } from './Visibility.tsx'
import { WorkPositionCell, WorkPositionInput } from './WorkPosition.tsx'

type Look = { cell: ComponentType<CellProps<'custom'>>; input: ComponentType<InputProps<'custom'>> }

/** The cells and inputs written by hand: one entry for each name that a declaration may use. */
const widgets: Record<Widget, Look> = {
  licence: { cell: LicenceCell, input: LicenceInput },
  maskedMobile: { cell: MaskedMobileCell, input: MaskedMobileInput },
  professions: { cell: ProfessionsCell, input: ProfessionsInput },
  visibility: { cell: VisibilityCell, input: VisibilityInput },
  workPosition: { cell: WorkPositionCell, input: WorkPositionInput },
}

export const WidgetCell = (props: CellProps<'custom'>) => {
  const { cell: Look } = widgets[props.field.widget]
  return <Look {...props} />
}

export const WidgetInput = (props: InputProps<'custom'>) => {
  const { input: Look } = widgets[props.field.widget]
  return <Look {...props} />
}
