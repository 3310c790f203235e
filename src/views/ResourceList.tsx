import { ListBase, useEvent, useListContext } from 'ra-core'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'

import { isBlank } from '../../providers/changes.ts'
import { retry } from '../../providers/queryClient.ts'
import { takes } from '../../providers/takes.ts'
import type { AnyRecord, AnyResource } from '../../resources/kit/index.ts'
import { BulkBar } from '../actions/BulkBar.tsx'
import { useActions } from '../actions/useActions.tsx'
import { useRights } from '../actions/useRights.ts'
import { namesOf } from '../fields/kinds.tsx'
import { PageActions } from '../layout/pageSlots.tsx'
import { Cards } from './list/Cards.tsx'
import { ColumnMenu } from './list/ColumnMenu.tsx'
import { type Columns, useColumns } from './list/columns.ts'
import { FilterChip } from './list/FilterChip.tsx'
import { countText, Pager } from './list/Pager.tsx'
import { type Rows, useRows } from './list/rows.ts'
import { SearchBox } from './list/SearchBox.tsx'
import { defaultPageSize, storeKeyOf } from './list/storeKey.ts'
import { Table } from './list/Table.tsx'
import { Tabs } from './list/Tabs.tsx'
import { EmptyState, ErrorState, NoResult } from './states.tsx'
import { useNarrow } from './useNarrow.ts'

import './views.css'

type Props = {
  resource: AnyResource
  /** Keeps filters and columns apart where one resource has several lists. */
  storeKey?: string
  /** Always applied and never shown: the office whose administrators these are. */
  filter?: Readonly<Record<string, unknown>>
}

/** The list of a resource, from its declaration alone. */
export const ResourceList = ({ resource, storeKey = storeKeyOf(resource), filter = {} }: Props) => (
  <ListBase
    resource={resource.name}
    sort={resource.sort}
    perPage={defaultPageSize}
    storeKey={storeKey}
    filter={filter}
    exporter={false}
    disableAuthentication
    // What went wrong is shown in the place of the rows.
    queryOptions={{ ...retry, onError: () => {} }}
  >
    <List resource={resource} storeKey={storeKey} hidden={Object.keys(filter)} />
  </ListBase>
)

/** A form is what most often comes next: its code is fetched when the list has been on the screen for a while. */
const useFormAhead = ({ views }: AnyResource) => {
  const hasForm = Boolean(views.edit ?? views.create)
  useEffect(() => {
    if (!hasForm) return
    const timer = setTimeout(() => void import('./ResourceForm.tsx').catch(() => {}), 2000)
    return () => clearTimeout(timer)
  }, [hasForm])
}

const List = ({
  resource,
  storeKey,
  hidden,
}: {
  resource: AnyResource
  storeKey: string
  hidden: string[]
}) => {
  const { onUnselectItems, selectedIds, page, filterValues } = useListContext<AnyRecord>()
  useFormAhead(resource)
  const { start, dialogs } = useActions(resource, () => onUnselectItems())
  const { actionsOn } = useRights()
  const columns = useColumns(resource, storeKey)
  const rows = useRows(resource, start)
  const bulk = actionsOn(resource, 'bulk')
  // What is selected is what is seen: another page or filter starts anew, and so does another visit.
  const shown = JSON.stringify([page, filterValues])
  const unselect = useEvent(() => onUnselectItems())
  useEffect(() => unselect(), [shown, unselect])
  return (
    <section className="list" aria-label={resource.label}>
      <PageActions>
        <ListButtons resource={resource} onAct={start} />
      </PageActions>
      {resource.tabs && <Tabs resource={resource} tabs={resource.tabs} />}
      {selectedIds.length > 0 && bulk.length > 0 ? (
        <BulkBar actions={bulk} onAct={start} />
      ) : (
        <FilterRow resource={resource} columns={columns} hidden={hidden} />
      )}
      <Body resource={resource} columns={columns} rows={rows} />
      {dialogs}
    </section>
  )
}

const ListButtons = ({
  resource,
  onAct,
}: {
  resource: AnyResource
  onAct: ReturnType<typeof useActions>['start']
}) => {
  const { actionsOn } = useRights()
  const createLink = useCreateLink(resource)
  return (
    <>
      {actionsOn(resource, 'list').map(action => (
        <button key={action.name} type="button" className="button" onClick={() => onAct(action)}>
          {action.label}
        </button>
      ))}
      {createLink}
    </>
  )
}

/** Where resources share an address, what their records have in common says which is meant. */
const addressFor = (path: string, fixed: object | undefined) =>
  fixed
    ? `${path}?${new URLSearchParams(Object.entries(fixed).map(([name, value]) => [name, String(value)]))}`
    : path

/** The page where a new one is made, if this user may open it. */
const useCreateLink = ({ views, pages, fixed }: AnyResource) => {
  const { mayOpen } = useRights()
  const create = views.create ?? pages.create
  if (!create || !mayOpen(create)) return null
  return (
    <Link className="button button-primary" to={addressFor(create.path, fixed)}>
      {create.title}
    </Link>
  )
}

const FilterRow = ({
  resource,
  columns,
  hidden,
}: {
  resource: AnyResource
  columns: Columns
  hidden: string[]
}) => {
  const { filterValues, setFilters, total, isPending } = useListContext()
  const { calls, crud, fields, filters } = resource
  const isSearchable = takes(calls[crud.list!]!, 'keyword')
  const isFiltered = Object.values(filterValues).some(it => !isBlank(it))
  return (
    <div className="filter-row">
      {isSearchable && <SearchBox label={`搜索${resource.label}`} />}
      <div className="filter-chips">
        {filters
          .filter(name => !hidden.includes(name))
          .map(name => (
            <FilterChip key={name} name={name} field={fields[name]!} />
          ))}
        {isFiltered && (
          <button type="button" className="button button-quiet" onClick={() => setFilters({}, {})}>
            清除全部
          </button>
        )}
      </div>
      <div className="filter-end">
        {!isPending && total !== undefined && (
          <span className="filter-count" role="status">
            {countText(total)}
          </span>
        )}
        <ColumnMenu columns={columns} />
      </div>
    </div>
  )
}

/** The labels of the conditions that are set, to name those that may be dropped. */
const conditionsOf = ({ fields, tabs }: AnyResource, values: Readonly<Record<string, unknown>>) =>
  Object.entries(values)
    .filter(([, value]) => !isBlank(value))
    .map(([name]) => {
      if (name === 'keyword') return '搜索词'
      const owner = Object.entries(fields).find(
        ([it, field]) => it !== name && namesOf(field, it).includes(name),
      )
      return (owner?.[1] ?? fields[name] ?? (tabs && fields[tabs.field]))?.label ?? name
    })
    .filter((it, index, all) => all.indexOf(it) === index)

const Body = ({ resource, columns, rows }: { resource: AnyResource; columns: Columns; rows: Rows }) => {
  const { data, error, isPending, isPlaceholderData, perPage, refetch, filterValues, setFilters } =
    useListContext<AnyRecord>()
  const isNarrow = useNarrow()
  const createLink = useCreateLink(resource)
  const conditions = conditionsOf(resource, filterValues)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (isPending || !data) return <Skeleton count={Math.min(perPage, 10)} columns={columns.shown.length} />
  if (data.length === 0)
    return conditions.length > 0 ? (
      <NoResult conditions={conditions} onClear={() => setFilters({}, {})} />
    ) : (
      <EmptyState label={resource.label} action={createLink} />
    )
  return (
    <div className={isPlaceholderData ? 'list-body is-stale' : 'list-body'} aria-busy={isPlaceholderData}>
      {error && (
        <p className="list-warning" role="alert">
          刷新失败,显示的可能不是最新内容。
          <button type="button" className="button button-link" onClick={() => void refetch()}>
            重试
          </button>
        </p>
      )}
      {isNarrow ? (
        <Cards columns={columns.shown} rows={rows} />
      ) : (
        <Table columns={columns.shown} rows={rows} />
      )}
      <Pager />
    </div>
  )
}

/** Rows of the right height where the rows will be. */
const Skeleton = ({ count, columns }: { count: number; columns: number }) => (
  <div className="skeleton" role="status" aria-label="加载中">
    {Array.from({ length: count + 1 }, (_, row) => (
      // eslint-disable-next-line react/no-array-index-key -- they are all the same
      <div key={row} className="skeleton-row">
        {Array.from({ length: Math.min(columns, 8) }, (__, column) => (
          // eslint-disable-next-line react/no-array-index-key -- they are all the same
          <span key={column} style={{ width: `${45 + ((row * 7 + column * 13) % 40)}%` }} />
        ))}
      </div>
    ))}
  </div>
)
