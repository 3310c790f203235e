import { useQuery } from '@tanstack/react-query'
import { useListContext } from 'ra-core'

import { callByName } from '../../../providers/call.ts'
import { takes } from '../../../providers/takes.ts'
import type { AnyResource } from '../../../resources/kit/index.ts'
import { optionsOf } from '../../fields/kinds.tsx'

type Props = { resource: AnyResource; tabs: NonNullable<AnyResource['tabs']> }

/** The states of the rows as tabs, each with how many there are under the other filters. */
export const Tabs = ({ resource, tabs }: Props) => {
  const { filterValues, setFilters, displayedFilters } = useListContext()
  const { [tabs.field]: current, ...others } = filterValues as Record<string, unknown>
  const call = resource.calls[tabs.call]!
  const input = {
    ...Object.fromEntries(Object.entries(others).filter(([name]) => takes(call, name))),
    ...resource.fixed,
  }
  const { data } = useQuery({
    queryKey: [resource.name, 'getList', 'tabs', input],
    queryFn: async ({ signal }) =>
      (await callByName(`${resource.name}.${tabs.call}`, input, { signal })) as Record<string, number>,
    placeholderData: previous => previous,
  })
  const options = [['all', '全部'] as const, ...(optionsOf(resource.fields[tabs.field]!) ?? [])]
  return (
    <div className="list-tabs" role="group" aria-label={resource.fields[tabs.field]!.label}>
      {options
        .filter(([value]) => tabs.counts[value] !== undefined)
        .map(([value, label]) => {
          const isCurrent = value === 'all' ? current === undefined : current === value
          return (
            <button
              key={value}
              type="button"
              className="list-tab"
              aria-pressed={isCurrent}
              onClick={() =>
                setFilters(value === 'all' ? others : { ...others, [tabs.field]: value }, displayedFilters)
              }
            >
              {label}
              <span className="list-tab-count">{data?.[tabs.counts[value]!] ?? ''}</span>
            </button>
          )
        })}
    </div>
  )
}
