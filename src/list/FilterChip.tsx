import { useListContext, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { isBlank } from '../../resources/domain/sameness.ts'
import { type Field, type Filter, rangeText } from '../../resources/kit/index.ts'
import { MenuButton, PanelButton } from '../shell/PopupButton.tsx'
import { Cell, namesOf, optionsOf } from '../fields/kinds.tsx'
import { lazyComponent } from '../shell/lazyComponent.tsx'

// Inputs and the form library come with the first filter that has to be written.
const FilterForm = lazyComponent(
  () => import('./FilterForm.tsx').then(it => it.FilterForm),
  () => <div className="filter-form" />,
)
const DaysForm = lazyComponent(
  () => import('./DaysForm.tsx').then(it => it.DaysForm),
  () => <div className="filter-form" />,
)

type Values = Readonly<Record<string, unknown>>

/** A filter is never required, and says nothing about how its field is written. */
const asFilter = ({ hint: _hint, ...field }: Field): Field => ({ ...field, isRequired: false })

/** The names of its values. */
export const valuesIn = ({ from, to, field }: Filter, name: string) =>
  from !== undefined && to !== undefined ? [from, to] : namesOf(field, name)

const asList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : isBlank(value) ? [] : [value]

/** What is set, as the chip says it. */
const Shown = ({ filter, field, values }: { filter: Filter; field: Field; values: Values }) => {
  const translate = useTranslate()
  const [first, second] = Object.values(values)
  if (filter.compare === 'days') return rangeText(first, second)
  // An area may be filtered by its province alone: the narrowest value that is set is the one shown.
  const value = Object.values(values).findLast(part => !isBlank(part))
  if (filter.compare !== 'oneOf') return <Cell field={field} value={value} record={{ id: 0, ...values }} />
  return asList(value)
    .map(option => translate(optionsOf(field)?.find(([it]) => it === option)?.[1] ?? String(option)))
    .join(translate('、'))
}

type ChoiceProps = {
  name: string
  filter: Filter
  field: Field
  values: Values
  button: { className: string; name: string; label: ReactNode }
  onApply: (values: Values) => void
}

/** The options of a field that has a few, else the inputs of its values. */
const Choice = ({ name, filter, field, values, button, onApply }: ChoiceProps) => {
  const translate = useTranslate()
  const { from, to, compare } = filter
  const options = compare === 'days' ? undefined : optionsOf(field)
  const chosen = asList(values[name])
  const toggled = (option: string | number) => {
    const isChosen = chosen.includes(option)
    if (compare !== 'oneOf') return isChosen ? null : option
    const next = isChosen ? chosen.filter(it => it !== option) : [...chosen, option]
    return next.length > 0 ? next : null
  }
  if (options)
    return (
      <MenuButton
        {...button}
        items={options.map(([option, label]) => ({
          key: option,
          label: translate(label),
          isChosen: chosen.includes(option),
          onChoose: () => onApply({ [name]: toggled(option) }),
        }))}
      />
    )
  return (
    <PanelButton {...button}>
      {close => {
        const form = {
          field,
          values,
          onApply: (given: Values) => {
            onApply(given)
            close()
          },
        }
        return from !== undefined && to !== undefined ? (
          <DaysForm {...form} ends={[from, to]} />
        ) : (
          <FilterForm {...form} name={name} />
        )
      }}
    </PanelButton>
  )
}

type Props = { name: string; filter: Filter }

/** One filter: names itself, shows its value, and offers its options or its input. */
export const FilterChip = ({ name, filter }: Props) => {
  const translate = useTranslate()
  const { filterValues, setFilters } = useListContext()
  const field = asFilter(filter.field)
  const pick = (values: Values) =>
    Object.fromEntries(valuesIn(filter, name).map(part => [part, values[part] ?? null]))
  const apply = (values: Values) => setFilters({ ...filterValues, ...pick(values) })
  const values: Values = pick(filterValues)
  const isSet = Object.values(values).some(part => asList(part).length > 0)
  const button = {
    className: 'filter-button',
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
      <Choice name={name} filter={filter} field={field} values={values} button={button} onApply={apply} />
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
