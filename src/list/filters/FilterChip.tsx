import { useListContext, useTranslate } from 'ra-core'
import { Fragment, type ReactNode, useState } from 'react'

import { isBlank } from '../../../resources/domain/sameness.ts'
import {
  type AnyEntity,
  type Field,
  type Filter,
  rangeText,
  optionsOf,
} from '../../../resources/kit/index.ts'
import { PanelButton, PopupButton } from '../../ui/PopupButton.tsx'
import { useFilterCounts } from './useFilterCounts.ts'
import { ChosenRecords } from '../../fields/choice/ChosenRecords.tsx'
import { Cell } from '../../fields/kinds.tsx'
import { lazyComponent } from '../../loading/lazyComponent.tsx'
import {
  type FilterState,
  isFilterSet,
  noFilter,
  type OpenFilter,
  readFilter,
  toList,
  type Values,
  writeFilter,
} from './filterState.ts'

// Loaded when a filter opens.
const FilterMenu = lazyComponent(() => import('./FilterMenu.tsx').then(it => it.FilterMenu))
const FilterPanel = lazyComponent(
  () => import('./FilterPanel.tsx').then(it => it.FilterPanel),
  () => <div className="filter-form" />,
)

/** A field as input of a filter: never required, and without the hint that is meant for forms. */
const toFilterField = ({ hint: _hint, ...field }: Field): Field => ({ ...field, isRequired: false })

type ValueProps = { filter: Filter; field: Field; values: Values }

/** The values of a filter, as shown on its chip. */
const FilterValues = ({ filter, field, values }: ValueProps) => {
  const translate = useTranslate()
  const [first, second] = Object.values(values)
  if (filter.compare === 'days') return rangeText(first, second)
  // An area may be filtered by its province alone, so that the last value that is set is the most specific.
  const value = Object.values(values).findLast(part => !isBlank(part))
  if ('to' in field) return <ChosenRecords field={field} ids={toList(value).map(Number)} />
  if (!Array.isArray(value)) return <Cell field={field} value={value} record={{ id: 0, ...values }} />
  return toList(value).map((one, index) => (
    <Fragment key={String(one)}>
      {index > 0 && translate('、')}
      <Cell field={field} value={one} record={{ id: 0 }} />
    </Fragment>
  ))
}

/** The current setting of a filter: 不是, its values, and 空. */
const FilterText = ({ filter, field, state }: { filter: Filter; field: Field; state: FilterState }) => {
  const translate = useTranslate()
  const hasValues = isFilterSet({ ...state, isEmpty: false })
  return (
    <>
      {state.isNot && <span className="filter-not">{translate('不是')}</span>}
      {hasValues && <FilterValues filter={filter} field={field} values={state.values} />}
      {hasValues && state.isEmpty && translate('、')}
      {state.isEmpty && translate('空')}
    </>
  )
}

/** Largest number of options that is shown as a menu; longer lists open a panel with a search box. */
const maxMenuOptions = 8

type ChoiceProps = Omit<OpenFilter, 'onClose'> & {
  button: {
    className: string
    name: string | undefined
    popupName: string
    label: ReactNode
    isOpenAtFirst: boolean
    onToggle: (isOpen: boolean) => void
  }
}

/** Button of a filter that opens a menu of its options, or a panel with inputs or searchable options. */
const FilterOptions = ({ button, ...open }: ChoiceProps) => {
  const options = open.filter.compare === 'days' ? undefined : optionsOf(open.field)
  return options && options.length <= maxMenuOptions ? (
    <PopupButton {...button} opens="menu" preload={FilterMenu.preload}>
      {(anchor, close) => <FilterMenu {...open} label={button.popupName} anchor={anchor} onClose={close} />}
    </PopupButton>
  ) : (
    <PanelButton {...button} preload={FilterPanel.preload}>
      {close => <FilterPanel {...open} onClose={close} />}
    </PanelButton>
  )
}

type Props = {
  resource: AnyEntity
  name: string
  filter: Filter
  /** Conditions that always apply to the list and are not shown. */
  permanent: Values
  /** Whether its menu or panel is open from the start, because the filter was just chosen from 更多筛选. */
  isOpenAtFirst: boolean
}

/** A filter of a list: its name, its current value, a way to change it, and a button that clears it. */
export const FilterChip = ({ resource, name, filter, permanent, isOpenAtFirst }: Props) => {
  const translate = useTranslate()
  const { filterValues, setFilters } = useListContext()
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const others = { ...writeFilter(filter, name, filterValues, noFilter), ...permanent }
  const counts = useFilterCounts(resource.name, name, others, isOpen)
  const field = toFilterField(filter.field)
  const state = readFilter(filter, name, filterValues)
  const apply = (next: FilterState) => setFilters(writeFilter(filter, name, filterValues, next))
  const isSet = isFilterSet(state)
  const label = translate(field.label)
  const popupName = translate('筛选%{label}', { label })
  const button = {
    className: 'filter-button',
    isOpenAtFirst,
    onToggle: setIsOpen,
    // A set filter is named by its text, which an accessible name has to contain (WCAG 2.5.3).
    name: isSet ? undefined : popupName,
    popupName,
    label: (
      <>
        {isSet ? translate('%{label}：', { label }) : label}
        {isSet && <FilterText filter={filter} field={field} state={state} />}
      </>
    ),
  }
  return (
    <span className={isSet ? 'filter is-set' : 'filter'}>
      <FilterOptions
        resource={resource}
        name={name}
        filter={filter}
        field={field}
        state={state}
        counts={counts}
        button={button}
        onApply={apply}
      />
      {isSet && (
        <button
          type="button"
          className="filter-clear"
          aria-label={translate('清除%{label}', { label })}
          onClick={() => apply(noFilter)}
        >
          ×
        </button>
      )}
    </span>
  )
}
