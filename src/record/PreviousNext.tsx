import { useQueryClient } from '@tanstack/react-query'
import { type GetListResult, type ListParams, useStore, useTranslate } from 'ra-core'

import { visitKeyOf } from '../../providers/store.ts'
import type { AnyEntity } from '../../resources/kit/index.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { PageActions } from '../layout/pageSlots.tsx'
import { pathTo } from '../routing/paths.ts'
import { defaultPageSize, storeKeyOf } from '../session/storeKey.ts'

/**
 * Ids of the rows before and after this one in the list page that was last shown. They come from React Query's cache, so
 * that no request is needed, unlike with react-admin's `usePrevNextControllers`, which fetches up to 1,000 rows at the end
 * of a page.
 */
const usePreviousNext = (resource: AnyEntity, id: number) => {
  const [{ sort, order, page, perPage, filter }] = useStore<ListParams>(visitKeyOf(storeKeyOf(resource)), {
    sort: resource.sort.field,
    order: resource.sort.order,
    page: 1,
    perPage: defaultPageSize,
    filter: {},
    displayedFilters: {},
  })
  const params = { pagination: { page, perPage }, sort: { field: sort, order }, filter }
  const cachedList = useQueryClient().getQueryData<GetListResult>([resource.name, 'getList', params])
  const ids = cachedList?.data.map(row => row.id) ?? []
  const at = ids.indexOf(id)
  return at < 0 ? [] : [ids[at - 1], ids[at + 1]]
}

type Props = { resource: AnyEntity; id: number; view: 'show' | 'edit' }

export const PreviousNext = ({ resource, id, view }: Props) => {
  const translate = useTranslate()
  const [previous, next] = usePreviousNext(resource, id)
  const path = resource.views[view]?.path
  if (!path || (previous === undefined && next === undefined)) return null
  const link = (label: string, to: unknown) =>
    to === undefined ? (
      <Button look="quiet" disabled>
        {label}
      </Button>
    ) : (
      <ButtonLink look="quiet" to={pathTo(path, to)}>
        {label}
      </ButtonLink>
    )
  return (
    <PageActions>
      {link(translate('上一条'), previous)}
      {link(translate('下一条'), next)}
    </PageActions>
  )
}
