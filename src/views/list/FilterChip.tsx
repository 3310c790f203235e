import { useListContext } from 'ra-core'
import { lazy, Suspense } from 'react'

import { isBlank } from '../../../providers/changes.ts'
import type { Field } from '../../../resources/kit/index.ts'
import { Popup } from '../../actions/Popup.tsx'
import { Cell, namesOf, optionsOf } from '../../fields/kinds.tsx'

// Inputs and the form library come with the first filter that has to be written.
const FilterForm = lazy(() => import('./FilterForm.tsx').then(it => ({ default: it.FilterForm })))

type Props = { name: string; field: Field }

/** A filter is never required, and says nothing about how its field is written. */
const asFilter = ({ hint: _hint, ...field }: Field): Field => ({ ...field, isRequired: false })

/** One filter: names itself, shows its value, and offers its options or its input. */
export const FilterChip = ({ name, field }: Props) => {
  const { filterValues, setFilters, displayedFilters } = useListContext()
  const names = namesOf(field, name)
  // An area may be filtered by its province alone: the narrowest value that is set is the one shown.
  const value: unknown = names.map(it => filterValues[it] as unknown).findLast(it => !isBlank(it))
  const isSet = !isBlank(value)
  const options = optionsOf(field)

  const apply = (values: Readonly<Record<string, unknown>>) => {
    const others = Object.entries(filterValues).filter(([it]) => !names.includes(it))
    const chosen = names.flatMap(it => (isBlank(values[it]) ? [] : [[it, values[it]] as const]))
    setFilters(Object.fromEntries([...others, ...chosen]), displayedFilters)
  }
  return (
    <span className={isSet ? 'filter is-set' : 'filter'}>
      <Popup
        className="filter-button"
        name={`筛选${field.label}`}
        label={
          <>
            {field.label}
            {isSet && (
              <>
                :<Cell field={asFilter(field)} value={value} record={{ id: 0, ...filterValues }} />
              </>
            )}
          </>
        }
        isMenu={options !== undefined}
      >
        {close =>
          options ? (
            options.map(([option, label]) => (
              <button
                key={option}
                type="button"
                role="menuitemradio"
                aria-checked={value === option}
                className="popup-item"
                onClick={() => {
                  apply(value === option ? {} : { [name]: option })
                  close()
                }}
              >
                {label}
              </button>
            ))
          ) : (
            <Suspense fallback={<div className="filter-form" />}>
              <FilterForm
                name={name}
                field={asFilter(field)}
                values={Object.fromEntries(names.map(it => [it, filterValues[it] ?? null]))}
                onApply={values => {
                  apply(values)
                  close()
                }}
              />
            </Suspense>
          )
        }
      </Popup>
      {isSet && (
        <button
          type="button"
          className="filter-clear"
          aria-label={`清除${field.label}`}
          onClick={() => apply({})}
        >
          ×
        </button>
      )}
    </span>
  )
}
