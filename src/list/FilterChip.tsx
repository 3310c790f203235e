import { useListContext, useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'

import { isBlank } from '../../resources/domain/sameness.ts'
import { type Field, type Filter, rangeText } from '../../resources/kit/index.ts'
import { MenuButton, PanelButton } from '../shell/PopupButton.tsx'
import { useFormats } from '../shell/language/useLanguage.ts'
import { useFilterCounts } from './useFilterCounts.ts'
import { Cell, writtenNames, filterOptionsOf } from '../fields/kinds.tsx'
import { lazyComponent } from '../shell/lazyComponent.tsx'

// Loaded when a filter opens that needs inputs or a search of its options.
const FilterPanel = lazyComponent(
  () => import('./FilterPanel.tsx').then(it => it.FilterPanel),
  () => <div className="filter-form" />,
)

type Values = Readonly<Record<string, unknown>>

/** A field as input of a filter: never required, and without the hint that is meant for forms. */
const toFilterField = ({ hint: _hint, ...field }: Field): Field => ({ ...field, isRequired: false })

/** Names of the parameters of a filter in the list's filter values. */
export const filterParameters = ({ from, to, field }: Filter, name: string) =>
  from !== undefined && to !== undefined ? [from, to] : writtenNames(field, name)

const toList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : isBlank(value) ? [] : [value]

const toIds = (values: readonly unknown[]) =>
  values.filter((it): it is string | number => typeof it === 'string' || typeof it === 'number')

/** The current value of a filter, as shown on its chip. */
const FilterValue = ({ filter, field, values }: { filter: Filter; field: Field; values: Values }) => {
  const translate = useTranslate()
  const [first, second] = Object.values(values)
  if (filter.compare === 'days') return rangeText(first, second)
  // An area may be filtered by its province alone, so that the last value that is set is the most specific.
  const value = Object.values(values).findLast(part => !isBlank(part))
  if (filter.compare !== 'oneOf') return <Cell field={field} value={value} record={{ id: 0, ...values }} />
  return toList(value)
    .map(option => translate(filterOptionsOf(field)?.find(([it]) => it === option)?.[1] ?? String(option)))
    .join(translate('、'))
}

/** Largest number of options that is shown as a menu; longer lists open a panel with a search box. */
const maxMenuOptions = 8

type ChoiceProps = {
  name: string
  filter: Filter
  field: Field
  values: Values
  counts: ReadonlyMap<string, number> | undefined
  button: { className: string; name: string; label: ReactNode; onToggle: (isOpen: boolean) => void }
  onApply: (values: Values) => void
}

/** Button of a filter that opens a menu of its options, or a panel with inputs or searchable options. */
const FilterOptions = ({ name, filter, field, values, counts, button, onApply }: ChoiceProps) => {
  const translate = useTranslate()
  const { number } = useFormats()
  const { compare } = filter
  const options = compare === 'days' ? undefined : filterOptionsOf(field)
  const chosen = toList(values[name])
  const isMultiple = compare === 'oneOf'
  const choose = (next: readonly (string | number)[]) =>
    onApply({ [name]: next.length === 0 ? null : isMultiple ? next : next[0] })
  const toggle = (option: string | number) => {
    if (chosen.includes(option)) return choose(toIds(chosen).filter(it => it !== option))
    return choose(isMultiple ? [...toIds(chosen), option] : [option])
  }
  if (options && options.length <= maxMenuOptions)
    return (
      <MenuButton
        {...button}
        items={options.map(([option, label]) => ({
          key: option,
          label: translate(label),
          note: counts && number(counts.get(String(option)) ?? 0),
          isChosen: chosen.includes(option),
          isOneOfSeveral: isMultiple,
          onChoose: () => toggle(option),
        }))}
      />
    )
  return (
    <PanelButton {...button}>
      {close => (
        <FilterPanel
          name={name}
          filter={filter}
          field={field}
          values={values}
          chosen={toIds(chosen)}
          counts={counts}
          onChoose={choose}
          onApply={onApply}
          onClose={close}
        />
      )}
    </PanelButton>
  )
}

type Props = {
  resource: string
  name: string
  filter: Filter
  /** Conditions that always apply to the list and are not shown. */
  permanent: Values
}

/** A filter of a list: its name, its current value, a way to change it, and a button that clears it. */
export const FilterChip = ({ resource, name, filter, permanent }: Props) => {
  const translate = useTranslate()
  const { filterValues, setFilters } = useListContext()
  const [isOpen, setIsOpen] = useState(false)
  const counts = useFilterCounts(resource, name, { ...filterValues, ...permanent }, isOpen)
  const field = toFilterField(filter.field)
  const pick = (values: Values) =>
    Object.fromEntries(filterParameters(filter, name).map(part => [part, values[part] ?? null]))
  const apply = (values: Values) => setFilters({ ...filterValues, ...pick(values) })
  const values: Values = pick(filterValues)
  const isSet = Object.values(values).some(part => toList(part).length > 0)
  const button = {
    className: 'filter-button',
    onToggle: setIsOpen,
    name: translate('筛选%{label}', { label: translate(field.label) }),
    label: (
      <>
        {isSet ? translate('%{label}：', { label: translate(field.label) }) : translate(field.label)}
        {isSet && <FilterValue filter={filter} field={field} values={values} />}
      </>
    ),
  }
  return (
    <span className={isSet ? 'filter is-set' : 'filter'}>
      <FilterOptions
        name={name}
        filter={filter}
        field={field}
        values={values}
        counts={counts}
        button={button}
        onApply={apply}
      />
      {isSet && (
        <button
          type="button"
          className="filter-clear"
          aria-label={translate('清除%{label}', { label: translate(field.label) })}
          onClick={() => apply({})}
        >
          ×
        </button>
      )}
    </span>
  )
}
