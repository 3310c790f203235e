import { useQuery } from '@tanstack/react-query'
import { useListContext, useTranslate } from 'ra-core'

import { callByName } from '../../providers/call.ts'
import { hasParam } from '../../providers/hasParam.ts'
import type { AnyEntity } from '../../resources/kit/index.ts'
import { optionsOf } from '../fields/kinds.tsx'
import { rounded } from '../shell/countText.ts'

type Props = { resource: AnyEntity; tabs: NonNullable<AnyEntity['tabs']> }

const all = '全部'

type Counts = { [name: string]: number | undefined } & { about?: readonly string[] }

/** The states of the rows, each with how many there are under the other filters: buttons, since no panel is theirs. */
export const Tabs = ({ resource, tabs }: Props) => {
  const translate = useTranslate()
  const { filterValues, setFilters } = useListContext()
  const { [tabs.field]: current, ...others } = filterValues as Record<string, unknown>
  const field = resource.fields[tabs.field]!
  const call = resource.calls[tabs.call]!
  const input = {
    ...Object.fromEntries(Object.entries(others).filter(([name]) => hasParam(call, name))),
    ...resource.fixed,
  }
  const { data } = useQuery({
    queryKey: [resource.name, 'getList', 'tabs', input],
    queryFn: async ({ signal }) =>
      // Sparse: a count that a back-end does not tell is not none.
      (await callByName(`${resource.name}.${tabs.call}`, input, { signal, isSparse: true })) as Counts,
    placeholderData: previous => previous,
  })
  const shown = (counts: Counts | undefined, name: string) => {
    const count = counts?.[name]
    if (count === undefined || !counts?.about?.includes(name)) return count ?? ''
    return translate('约%{count}', { count: rounded(count) })
  }
  const options = [['all', all] as const, ...(optionsOf(field) ?? [])]
  return (
    <div className="list-tabs" role="group" aria-label={translate(field.label)}>
      {options
        .filter(([value]) => tabs.counts[value] !== undefined)
        .map(([value, label]) => (
          <button
            key={value}
            type="button"
            className="list-tab"
            aria-pressed={(current ?? 'all') === value}
            onClick={() => setFilters({ ...others, [tabs.field]: value === 'all' ? null : value })}
          >
            {translate(label)}
            <span className="list-tab-count">{shown(data, tabs.counts[value]!)}</span>
          </button>
        ))}
    </div>
  )
}
