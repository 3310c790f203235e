import { useListContext, useTranslate } from 'ra-core'
import { useState } from 'react'

import { hasParam } from '../../../providers/hasParam.ts'
import { isBlank } from '../../../resources/domain/sameness.ts'
import type { AnyEntity } from '../../../resources/kit/index.ts'
import { Button } from '../../ui/Button.tsx'
import { countText } from '../../language/countText.ts'
import { useNarrow } from '../../browser/useNarrow.ts'
import { ColumnMenu } from '../table/ColumnMenu.tsx'
import type { Columns } from '../table/columns.ts'
import { FilterChip } from './FilterChip.tsx'
import { isCombined, isFilterSet, readFilter } from './filterState.ts'
import { storeKeyOf } from '../../session/storeKey.ts'
import { MoreFilters, useFiltersInRow } from './MoreFilters.tsx'
import { SearchBox } from './SearchBox.tsx'
import { ViewMenu } from '../views/ViewMenu.tsx'

type Props = {
  resource: AnyEntity
  /** Conditions that always apply to the list and are not shown. */
  filter: Readonly<Record<string, unknown>>
  columns: Columns
  names: readonly string[]
}

/**
 * The filter of the tabs' field, where it is set to what no tab says: several states, 不是 or 空. It is shown as a chip then.
 */
const useCombinedTab = ({ tabs, calls, crud }: AnyEntity): AnyEntity['filters'] => {
  const { filterValues } = useListContext()
  const filter = tabs && calls[crud.list!]!.filters?.[tabs.field]
  return filter && isCombined(readFilter(filter, tabs.field, filterValues)) ? { [tabs.field]: filter } : {}
}

/** The row above a list: search box, filters, number of rows, and menus for views and columns. */
export const FilterRow = ({ resource, columns, names, filter: permanent }: Props) => {
  const translate = useTranslate()
  const { filterValues, setFilters, total, meta, isPending } = useListContext()
  const isNarrow = useNarrow()
  const { calls, crud, filters, label } = resource
  const row = useFiltersInRow(names, storeKeyOf(resource))
  const [opened, setOpened] = useState<{ name: string; count: number } | null>(null)
  const open = (name: string) => setOpened({ name, count: (opened?.count ?? 0) + 1 })
  const offered = { ...useCombinedTab(resource), ...filters }
  const isSet = (name: string) => isFilterSet(readFilter(offered[name]!, name, filterValues))
  const viewMenu = <ViewMenu resource={resource} columns={columns} />
  return (
    <div className="filter-row">
      {hasParam(calls[crud.list!]!, 'keyword') && (
        <SearchBox label={translate('搜索%{label}', { label: translate(label) })} />
      )}
      <div className="filter-chips">
        {Object.keys(offered)
          .filter(name => !(name in permanent))
          .filter(name => row.chosen.includes(name) || isSet(name) || name === opened?.name)
          .map(name => (
            <FilterChip
              // A chip that is chosen from the menu opens each time.
              key={name === opened?.name ? `${name} ${opened.count}` : name}
              resource={resource}
              name={name}
              filter={offered[name]!}
              permanent={permanent}
              isOpenAtFirst={name === opened?.name}
            />
          ))}
        {row.hasMore && (
          <MoreFilters
            chosen={row.chosen}
            toggle={row.toggle}
            filters={filters}
            names={names}
            onOpen={open}
          />
        )}
        {Object.values(filterValues).some(value => !isBlank(value)) && (
          <Button look="quiet" onClick={() => setFilters({})}>
            {translate('清除全部')}
          </Button>
        )}
        {isNarrow && viewMenu}
      </div>
      <div className="filter-end">
        {!isPending && total !== undefined && (
          <span className="filter-count" role="status">
            {countText(total, meta, translate)}
          </span>
        )}
        {!isNarrow && viewMenu}
        {!isNarrow && <ColumnMenu columns={columns} />}
      </div>
    </div>
  )
}
