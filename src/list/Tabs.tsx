import { useListContext, useTranslate } from 'ra-core'

import { type AnyEntity, optionsOf } from '../../resources/kit/index.ts'
import { toList, withoutFilter } from './filters/filterState.ts'
import { tabCountText, useTabCounts } from './useTabCounts.ts'

type Props = { resource: AnyEntity; tabs: NonNullable<AnyEntity['tabs']> }

const allLabel = '全部'

/**
 * Filter by state, with the number of rows per state under the other filters. Buttons instead of ARIA tabs, as they
 * have no panels.
 */
export const Tabs = ({ resource, tabs }: Props) => {
  const translate = useTranslate()
  const { filterValues, setFilters } = useListContext()
  const isNot = toList(filterValues['not']).includes(tabs.field)
  const { [tabs.field]: states, ...others } = withoutFilter(filterValues, tabs.field)
  const [current = 'all', ...more] = toList(states)
  const field = resource.fields[tabs.field]!
  const { data } = useTabCounts(resource, tabs, others)
  const options = [['all', allLabel] as const, ...(optionsOf(field) ?? [])]
  return (
    <div className="list-tabs" role="group" aria-label={translate(field.label)}>
      {options
        .filter(([value]) => tabs.counts[value] !== undefined)
        .map(([value, label]) => (
          <button
            key={value}
            type="button"
            className="list-tab"
            aria-pressed={current === value && more.length === 0 && !isNot}
            onClick={() => setFilters({ ...others, [tabs.field]: value === 'all' ? null : value })}
          >
            {translate(label)}
            <span className="list-tab-count">{tabCountText(data, [tabs.counts[value]!])}</span>
          </button>
        ))}
    </div>
  )
}
