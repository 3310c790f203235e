import { useListContext, useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'

import { isBlank } from '../../resources/domain/sameness.ts'
import { type Field, type Filter, rangeText } from '../../resources/kit/index.ts'
import { MenuButton, PanelButton } from '../shell/PopupButton.tsx'
import { useFormats } from '../shell/language/useLanguage.ts'
import { useFilterCounts } from './useFilterCounts.ts'
import { Cell, writtenNames, filterOptionsOf } from '../fields/kinds.tsx'
import { lazyComponent } from '../shell/lazyComponent.tsx'

// Inputs, the search of options and the form library come with the first filter that is opened into more than a menu.
const FilterPanel = lazyComponent(
  () => import('./FilterPanel.tsx').then(it => it.FilterPanel),
  () => <div className="filter-form" />,
)

type Values = Readonly<Record<string, unknown>>

/** The field as a filter input: never required, without the hint that is meant for forms. */
const asFilter = ({ hint: _hint, ...field }: Field): Field => ({ ...field, isRequired: false })

/** The names under which a filter keeps its values in the list's filter object. */
export const valuesIn = ({ from, to, field }: Filter, name: string) =>
  from !== undefined && to !== undefined ? [from, to] : writtenNames(field, name)

const asList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : isBlank(value) ? [] : [value]

const asIds = (values: readonly unknown[]) =>
  values.filter((it): it is string | number => typeof it === 'string' || typeof it === 'number')

/** What is set, as the chip says it. */
const Shown = ({ filter, field, values }: { filter: Filter; field: Field; values: Values }) => {
  const translate = useTranslate()
  const [first, second] = Object.values(values)
  if (filter.compare === 'days') return rangeText(first, second)
  // An area may be filtered by its province alone: the narrowest value that is set is the one shown.
  const value = Object.values(values).findLast(part => !isBlank(part))
  if (filter.compare !== 'oneOf') return <Cell field={field} value={value} record={{ id: 0, ...values }} />
  return asList(value)
    .map(option => translate(filterOptionsOf(field)?.find(([it]) => it === option)?.[1] ?? String(option)))
    .join(translate('、'))
}

/** Most options that are shown as a plain menu; longer lists get a search box. */
const inMenu = 8

type ChoiceProps = {
  name: string
  filter: Filter
  field: Field
  values: Values
  counts: ReadonlyMap<string, number> | undefined
  button: { className: string; name: string; label: ReactNode; onToggle: (isOpen: boolean) => void }
  onApply: (values: Values) => void
}

/** The options of a field that has some, applied by one press; else the inputs of its values. */
const Choice = ({ name, filter, field, values, counts, button, onApply }: ChoiceProps) => {
  const translate = useTranslate()
  const { number } = useFormats()
  const { compare } = filter
  const options = compare === 'days' ? undefined : filterOptionsOf(field)
  const chosen = asList(values[name])
  const isMultiple = compare === 'oneOf'
  const choose = (next: readonly (string | number)[]) =>
    onApply({ [name]: next.length === 0 ? null : isMultiple ? next : next[0] })
  const toggle = (option: string | number) => {
    if (chosen.includes(option)) return choose(asIds(chosen).filter(it => it !== option))
    return choose(isMultiple ? [...asIds(chosen), option] : [option])
  }
  if (options && options.length <= inMenu)
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
          chosen={asIds(chosen)}
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
  /** Conditions of the list that are not shown. */
  permanent: Values
}

/** One filter: names itself, shows its value, and offers its options or its input. */
export const FilterChip = ({ resource, name, filter, permanent }: Props) => {
  const translate = useTranslate()
  const { filterValues, setFilters } = useListContext()
  const [isOpen, setIsOpen] = useState(false)
  const counts = useFilterCounts(resource, name, { ...filterValues, ...permanent }, isOpen)
  const field = asFilter(filter.field)
  const pick = (values: Values) =>
    Object.fromEntries(valuesIn(filter, name).map(part => [part, values[part] ?? null]))
  const apply = (values: Values) => setFilters({ ...filterValues, ...pick(values) })
  const values: Values = pick(filterValues)
  const isSet = Object.values(values).some(part => asList(part).length > 0)
  const button = {
    className: 'filter-button',
    onToggle: setIsOpen,
    name: translate('筛选%{label}', { label: translate(field.label) }),
    label: (
      <>
        {isSet ? translate('%{label}：', { label: translate(field.label) }) : translate(field.label)}
        {isSet && <Shown filter={filter} field={field} values={values} />}
      </>
    ),
  }
  return (
    <span className={isSet ? 'filter is-set' : 'filter'}>
      <Choice
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
