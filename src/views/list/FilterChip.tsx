import { Form, useListContext } from 'ra-core'
import type { FieldValues } from 'react-hook-form'

import { isBlank } from '../../../providers/changes.ts'
import type { Field } from '../../../resources/kit/index.ts'
import { Popup } from '../../actions/Popup.tsx'
import { Cell, Input, namesOf, optionsOf } from '../../fields/kinds.tsx'

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
            <Form
              className="filter-form"
              defaultValues={Object.fromEntries(names.map(it => [it, filterValues[it] ?? null]))}
              record={{}}
              noValidate
              onSubmit={(values: FieldValues) => {
                apply(values)
                close()
              }}
            >
              <Input field={asFilter(field)} source={name} />
              <button type="submit" className="button button-primary">
                应用
              </button>
            </Form>
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
