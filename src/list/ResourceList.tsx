import { ListBase, useEvent, useListContext, useStoreContext, useTranslate } from 'ra-core'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router-dom'

import { retryOptions } from '../../providers/queryClient.ts'
import { visitKeyOf } from '../../providers/store.ts'
import type { AnyEntity, AnyRecord, PageRoute } from '../../resources/kit/index.ts'
import { useActions } from '../record/actions/useActions.tsx'
import { type NamedAction, useRights } from '../session/useRights.ts'
import { ExportButton } from './ExportButton.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { ListSkeleton } from '../states/ListSkeleton.tsx'
import { PageActions } from '../layout/pageSlots.tsx'
import { OrderButton } from './OrderButton.tsx'
import { NarrowRows } from './table/NarrowRows.tsx'
import { useColumns } from './table/columns.ts'
import { listDefaultsOf } from './views/views.ts'
import { FilterRow } from './filters/FilterRow.tsx'
import { Pager } from './table/Pager.tsx'
import { type RowPath, useRowModel, nonColumnWidth } from './table/rowModel.ts'
import { storeKeyOf } from '../session/storeKey.ts'
import { Table } from './table/Table.tsx'
import { Tabs } from './Tabs.tsx'
import { lazyComponent } from '../loading/lazyComponent.tsx'
import { addressWithFixed } from '../routing/paths.ts'
import { ErrorState } from '../states/states.tsx'
import { useNarrow } from '../browser/useNarrow.ts'
import { usePrefetchNext } from './table/usePrefetchNext.ts'

// Loaded on demand, because a list with rows does not show these parts at first.
const BulkBar = lazyComponent(
  () => import('../record/actions/bulk/BulkBar.tsx').then(it => it.BulkBar),
  () => <div className="bulk" />,
)
const ViewEffects = lazyComponent(
  () => import('./views/ViewEffects.tsx').then(it => it.ViewEffects),
  () => null,
)
const EmptyList = lazyComponent(() => import('./EmptyList.tsx').then(it => it.EmptyList))

type Props = {
  resource: AnyEntity
  /** Key of the stored page and filters, for resources with several lists; the columns are shared by all of them. */
  storeKey?: string
  /** Conditions that always apply and are not shown, such as the office on its own page. */
  filter?: Readonly<Record<string, unknown>>
  /** Page that the first cell of a row links to, for rows about records of another resource. */
  rowPath?: RowPath
}

/** The list page of a resource, generated from its declaration. */
export const ResourceList = ({ resource, storeKey = storeKeyOf(resource), filter = {}, rowPath }: Props) => {
  const { isShared, ...defaults } = listDefaultsOf(resource, useStoreContext())
  return (
    <ListBase
      resource={resource.name}
      {...defaults}
      storeKey={visitKeyOf(storeKey)}
      filter={filter}
      exporter={false}
      // The error is shown instead of the rows.
      queryOptions={{ ...retryOptions, onError: () => {} }}
    >
      <ListContent resource={resource} filter={filter} rowPath={rowPath} isShared={isShared} />
    </ListBase>
  )
}

type ContentProps = Required<Pick<Props, 'resource' | 'filter'>> & {
  rowPath: RowPath | undefined
  /** Whether the default view is a shared one. */
  isShared: boolean
}

const ListContent = ({ resource, filter, rowPath, isShared }: ContentProps) => {
  const translate = useTranslate()

  const { search } = useLocation()
  const { onUnselectItems, selectedIds, page, perPage, sort, filterValues } = useListContext<AnyRecord>()
  usePrefetchNext(resource)
  const { start, dialogs } = useActions(resource, () => onUnselectItems())
  const { actionsOn } = useRights()
  const creation = useCreation(resource, start)
  const rowModel = useRowModel(resource, start, rowPath)
  const columns = useColumns(resource, nonColumnWidth(rowModel))
  const bulk = actionsOn(resource, 'bulk')
  const Rows = useNarrow() ? NarrowRows : Table
  // Selecting applies to visible rows only, so that a change of page, order or filter clears the selection.
  const listState = JSON.stringify([page, perPage, sort, filterValues])
  const unselect = useEvent(() => onUnselectItems())
  useEffect(() => unselect(), [listState, unselect])
  return (
    <section className="list" aria-label={translate(resource.label)}>
      <PageActions>
        {actionsOn(resource, 'list')
          .filter(action => !action.isCreation)
          .map(action => (
            <Button key={action.name} onClick={() => start(action)}>
              {translate(action.label)}
            </Button>
          ))}
        <ExportButton
          resource={resource}
          columns={{ shown: columns.shown.map(it => it.name), all: columns.all.map(it => it.name) }}
          filter={filter}
        />
        <BinLink resource={resource} />
        <OrderButton resource={resource} />
        <PageLinks resource={resource} />
        <ImportLink resource={resource} />
        {creation}
      </PageActions>
      {(isShared || search.includes('columns=')) && <ViewEffects resource={resource} columns={columns} />}
      {resource.tabs && <Tabs resource={resource} tabs={resource.tabs} />}
      {selectedIds.length > 0 && bulk.length > 0 ? (
        <BulkBar resource={resource} filter={filter} actions={bulk} onAct={start} />
      ) : (
        <FilterRow
          resource={resource}
          columns={columns}
          filter={filter}
          names={Object.keys(resource.filters).filter(name => !(name in filter))}
        />
      )}
      <ListBody resource={resource} columnCount={columns.shown.length} creation={creation}>
        <Rows columns={columns.shown} rowModel={rowModel} />
      </ListBody>
      {dialogs}
    </section>
  )
}

/** The button that makes a record, if the user may: a link to its page, or an action of the list. */
const useCreation = (resource: AnyEntity, start: (action: NamedAction) => void) => {
  const translate = useTranslate()
  const { mayOpen, actionsOn } = useRights()
  const { views, pages, fixed } = resource
  const create = views.create ?? pages.create
  if (create && mayOpen(create))
    return (
      <ButtonLink look="primary" to={addressWithFixed(create.path, fixed)}>
        {translate(create.title)}
      </ButtonLink>
    )
  const action = actionsOn(resource, 'list').find(it => it.isCreation)
  return action ? (
    <Button look="primary" onClick={() => start(action)}>
      {translate(action.label)}
    </Button>
  ) : null
}

/** Link to the recycle bin, if the user may open it. */
const BinLink = ({ resource: { bin } }: Pick<Props, 'resource'>) => {
  const translate = useTranslate()
  const { mayOpen } = useRights()
  return bin && mayOpen(bin) ? (
    <ButtonLink look="quiet" to={bin.path}>
      {translate('回收站')}
    </ButtonLink>
  ) : null
}

/** Links to the pages about many records that the user may open. */
const PageLinks = ({ resource: { pages } }: Pick<Props, 'resource'>) => {
  const translate = useTranslate()
  const { mayOpen } = useRights()
  return Object.values<PageRoute>(pages)
    .filter(page => page.isOnList && mayOpen(page))
    .map(({ path, title }) => (
      <ButtonLink key={path} to={path}>
        {translate(title)}
      </ButtonLink>
    ))
}

/** Link to the import page, if the user may open it. */
const ImportLink = ({ resource: { imports } }: Pick<Props, 'resource'>) => {
  const translate = useTranslate()
  const { mayOpen } = useRights()
  return imports && mayOpen(imports.page) ? (
    <ButtonLink to={imports.page.path}>{translate(imports.page.title)}</ButtonLink>
  ) : null
}

type BodyProps = {
  resource: AnyEntity
  columnCount: number
  creation: ReactNode
  children: ReactNode
}

const ListBody = ({ resource, columnCount, creation, children }: BodyProps) => {
  const translate = useTranslate()
  const { data, error, isPlaceholderData, perPage, refetch } = useListContext<AnyRecord>()
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <ListSkeleton rows={Math.min(perPage, 10) + 1} columns={Math.min(columnCount, 8)} />
  if (data.length === 0) return <EmptyList resource={resource} creation={creation} />
  return (
    <div className={isPlaceholderData ? 'list-body is-stale' : 'list-body'} aria-busy={isPlaceholderData}>
      {error && (
        <p className="list-warning" role="alert">
          {translate('刷新失败，显示的可能不是最新内容。')}
          <Button look="link" onClick={() => void refetch()}>
            {translate('重试')}
          </Button>
        </p>
      )}
      {children}
      <Pager />
    </div>
  )
}
