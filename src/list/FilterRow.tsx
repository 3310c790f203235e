import { useListContext, useTranslate } from 'ra-core'

import { hasParam } from '../../providers/hasParam.ts'
import { isBlank } from '../../resources/domain/sameness.ts'
import type { AnyEntity } from '../../resources/kit/index.ts'
import { Button } from '../shell/Button.tsx'
import { countText } from '../shell/countText.ts'
import { useNarrow } from '../shell/useNarrow.ts'
import { ColumnMenu } from './ColumnMenu.tsx'
import type { Columns } from './columns.ts'
import { FilterChip, filterParameters } from './FilterChip.tsx'
import { storeKeyOf } from '../shell/storeKey.ts'
import { MoreFilters, useFiltersInRow } from './MoreFilters.tsx'
import { SearchBox } from './SearchBox.tsx'
import { ViewMenu } from './ViewMenu.tsx'

type Props = {
  resource: AnyEntity
  /** Conditions that always apply to the list and are not shown. */
  filter: Readonly<Record<string, unknown>>
  columns: Columns
  names: readonly string[]
}

/** The row above a list: search box, filters, number of rows, and menus for views and columns. */
export const FilterRow = ({ resource, columns, names, filter: permanent }: Props) => {
  const translate = useTranslate()
  const { filterValues, setFilters, total, meta, isPending } = useListContext()
  const isNarrow = useNarrow()
  const { calls, crud, filters, label } = resource
  const row = useFiltersInRow(names, storeKeyOf(resource))
  const isSet = (name: string) =>
    filterParameters(filters[name]!, name).some(part => !isBlank(filterValues[part]))
  const viewMenu = <ViewMenu resource={resource} columns={columns} />
  return (
    <div className="filter-row">
      {hasParam(calls[crud.list!]!, 'keyword') && (
        <SearchBox label={translate('搜索%{label}', { label: translate(label) })} />
      )}
      <div className="filter-chips">
        {names
          .filter(name => row.chosen.includes(name) || isSet(name))
          .map(name => (
            <FilterChip
              key={name}
              resource={resource.name}
              name={name}
              filter={filters[name]!}
              permanent={permanent}
            />
          ))}
        {row.hasMore && <MoreFilters {...row} filters={filters} names={names} />}
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
