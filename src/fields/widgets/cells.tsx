import type { ComponentType } from 'react'

import { describe, type Widget } from '../../../resources/kit/index.ts'
import type { CellProps } from '../cells.tsx'
import { MaskedMobileCell } from './MaskedMobileCell.tsx'
import { type Profession, useProfessions } from './useProfessions.ts'
import { parts, type Visibility, wordOf } from './visibility.ts'
import { labelOf, type Position } from './workPosition.ts'

const GroupCell = ({ field, value }: CellProps<'custom'>) => (
  <span className="cell-paragraph">{describe(field, value)}</span>
)

const LicenceCell = ({ value }: CellProps<'custom'>) => (
  <span className="cell-number cell-left">{String(value)}</span>
)

const ProfessionsCell = ({ value }: CellProps<'custom'>) => {
  const { nameOf } = useProfessions()
  const text = (value as Profession[]).map(nameOf).join('、')
  return (
    <span className="cell-line" title={text}>
      {text}
    </span>
  )
}

const VisibilityCell = ({ value }: CellProps<'custom'>) => (
  <span className="cell-paragraph">
    {Object.entries(parts)
      .map(([name, { label, byDefault }]) => `${label}:${wordOf((value as Visibility)[name] ?? byDefault)}`)
      .join(';')}
  </span>
)

const WorkPositionCell = ({ value, record }: CellProps<'custom'>) => (
  <span className="cell-word">{labelOf(value as Position, record.language)}</span>
)

/** The cells written by hand: one entry for each name that a declaration may use. */
const cells: Record<Widget, ComponentType<CellProps<'custom'>>> = {
  group: GroupCell,
  licence: LicenceCell,
  maskedMobile: MaskedMobileCell,
  professions: ProfessionsCell,
  visibility: VisibilityCell,
  workPosition: WorkPositionCell,
}

export const WidgetCell = (props: CellProps<'custom'>) => {
  const Look = cells[props.field.widget]
  return <Look {...props} />
}
