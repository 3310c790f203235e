import { useTranslate } from 'ra-core'
import type { ComponentType } from 'react'

import { iconLabel } from '../../../resources/domain/icons.ts'
import type { Widget } from '../../../resources/domain/widget.ts'
import { describeMasked } from '../../../resources/kit/index.ts'
import type { Language } from '../../../resources/kit/translate.ts'
import { lazyComponent } from '../../loading/lazyComponent.tsx'
import { useShownLanguage } from '../../language/useLanguage.ts'
import { AreaNameCell, areaWidth } from '../area/AreaCell.tsx'
import { type CellProps, arrayOf } from '../cells.tsx'
import { MaskedMobileCell } from './MaskedMobileCell.tsx'
import { isProfession, useProfessions } from './useProfessions.ts'
import { cardParts, visibilityText } from './cardVisibility.ts'
import { isPosition, positionLabel } from './workPosition.ts'

const CapabilitiesCell = lazyComponent(() => import('./CapabilitiesCell.tsx').then(it => it.CapabilitiesCell))

const GroupCell = ({ field, value }: CellProps<'custom'>) => (
  <span className="cell-paragraph">{describeMasked(useShownLanguage(), field, value)}</span>
)

/** Number without grouping, with digits of equal width. */
const NumberCell = ({ value }: CellProps<'custom'>) => (
  <span className="cell-number cell-left">{String(value)}</span>
)

const ProfessionsCell = ({ value, record }: CellProps<'custom'>) => {
  const translate = useTranslate()
  const { nameOf, nameEnOf } = useProfessions()
  const isEnglish = record['language'] === 'EN'
  const names = arrayOf(value)
    .filter(isProfession)
    .map(isEnglish ? nameEnOf : nameOf)
  const text = names.join(isEnglish ? ', ' : translate('、'))
  return (
    <span className="cell-line" title={text}>
      {text}
    </span>
  )
}

const VisibilityCell = ({ field, value }: CellProps<'custom'>) => {
  const translate = useTranslate()
  return (
    <dl className="facts">
      {Object.entries(cardParts).map(([name, { label, byDefault }]) => (
        <div key={name}>
          <dt>{translate(label)}</dt>
          <dd>{translate(visibilityText(value, name, byDefault, field.fields?.[name]))}</dd>
        </div>
      ))}
    </dl>
  )
}

const WorkPositionCell = ({ value, record }: CellProps<'custom'>) => (
  <span className="cell-word">{isPosition(value) && positionLabel(value, record.language)}</span>
)

/** Cell of each custom widget that a declaration may name. */
const widgetCells: Record<Widget, ComponentType<CellProps<'custom'>>> = {
  areaName: AreaNameCell,
  capabilities: CapabilitiesCell,
  colour: ({ value }) => (
    <span className="cell-word cell-colour">
      <i style={{ background: String(value) }} aria-hidden />
      {String(value)}
    </span>
  ),
  group: GroupCell,
  icon: ({ value }) => <span className="cell-word">{useTranslate()(iconLabel(String(value)))}</span>,
  latitude: NumberCell,
  licence: NumberCell,
  maskedMobile: MaskedMobileCell,
  professions: ProfessionsCell,
  visibility: VisibilityCell,
  workPosition: WorkPositionCell,
}

/** Column widths that differ from the default of 9.5, in em of the table's font. */
const widgetWidths: Partial<Record<Widget, (language: Language) => number>> = { areaName: areaWidth }
export const widgetWidth = (widget: Widget, language: Language) => widgetWidths[widget]?.(language) ?? 9.5

export const WidgetCell = (props: CellProps<'custom'>) => {
  const WidgetComponent = widgetCells[props.field.widget]
  return <WidgetComponent {...props} />
}
