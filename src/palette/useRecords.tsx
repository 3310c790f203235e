import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'ra-core'

import { resources } from '../../resources/index.ts'
import { filteredListPath } from '../../resources/kit/filteredListPath.ts'
import { type AnyEntity, type AnyRecord, isEntity, optionsOf } from '../../resources/kit/index.ts'
import { icons } from '../ui/icons.ts'
import { menuEntry } from '../../resources/domain/menu.ts'
import { Cell } from '../fields/kinds.tsx'
import { PersonPicture } from '../fields/choice/PersonPicture.tsx'
import { recordTitle } from '../routing/recordTitle.ts'
import { useOnline } from '../browser/useOnline.ts'
import { useRights } from '../session/useRights.ts'
import type { PaletteGroup, PaletteItem } from './items.ts'

/** Entities whose records the palette finds. */
const searchedEntities = resources.filter(isEntity).filter(it => it.isInPalette)

/** Number of records shown per entity; the list has the others. */
const maxShown = 5
const pageSize = 10
/** Milliseconds for which an answer is used without a new request. */
const staleTime = 30_000

/** Entities that the user may list and open. */
export const useSearchedEntities = () => {
  const { can, mayOpen } = useRights()
  return searchedEntities.filter(it => can(it, 'list') && (mayOpen(it.views.show) || mayOpen(it.views.edit)))
}

/** State and office of a record, which distinguish people with the same name. */
const recordNote = ({ fields, id, tabs, list }: AnyEntity, record: AnyRecord) => {
  const state = tabs?.field ?? list.find(it => optionsOf(fields[it]!)?.some(([, , tone]) => tone))
  const office = id === 'organizationId' ? undefined : 'organizationId'
  return [state, office].map(name => {
    const field = fields[name ?? '']
    return name && field && <Cell key={name} field={field} value={record[name]} record={record} />
  })
}

const recordPicture = ({ avatarField, views }: AnyEntity, record: AnyRecord | undefined, name: string) => {
  if (avatarField && record) {
    const picture = record[avatarField]
    return <PersonPicture name={name} picture={typeof picture === 'string' ? picture : null} />
  }
  const Icon = icons[views.list?.menu ? menuEntry(views.list.menu).icon : 'articles']
  return <Icon />
}

/** Returns a function that makes an item of a record; an empty list if the user may not open it. */
const useRecordItem = () => {
  const translate = useTranslate()
  const { pathOf } = useRights()
  return (entity: AnyEntity, record: AnyRecord): PaletteItem[] => {
    const path = pathOf(entity, record)
    if (path === undefined) return []
    const name = recordTitle(entity, record, translate)
    const key = `${entity.name}/${record.id}`
    return [
      {
        key,
        name,
        picture: recordPicture(entity, record, name),
        note: recordNote(entity, record),
        target: path,
      },
    ]
  }
}

/** Whether a keyword is specific enough: a single Latin letter would match half of all names. */
const isSearchable = (keyword: string) => keyword.length > 1 || /\p{Script=Han}/u.test(keyword)

/** Query key in react-admin's `getList` namespace, so that results are invalidated when records are changed. */
const searchKey = (name: string, keyword: string) => [name, 'getList', 'palette', keyword]

type SearchAnswer = { data: AnyRecord[]; total?: number | undefined }

/** Searches all lists of the user at once; outdated searches are cancelled. */
const useSearches = (entities: readonly AnyEntity[], keyword: string) => {
  const { getList } = useDataProvider()
  return useQueries({
    queries: entities.map(({ name, sort }) => ({
      queryKey: searchKey(name, keyword),
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<SearchAnswer> => {
        const { data, total } = await getList<AnyRecord>(name, {
          pagination: { page: 1, perPage: pageSize },
          sort,
          filter: { keyword },
          signal,
        })
        return { data, total }
      },
      enabled: isSearchable(keyword),
      staleTime,
      retry: false,
    })),
  })
}

type RankItem = (item: PaletteItem) => number | undefined
type SearchInput = { keyword: string; typed: string; rank: RankItem }

/** Returns the cached answer to a shorter keyword, which is shown until the current one is answered. */
const useEarlierAnswer = () => {
  const client = useQueryClient()
  return (entity: AnyEntity, typed: string): SearchAnswer | undefined =>
    Array.from(typed, (_, at) => typed.slice(0, typed.length - at))
      .map(it => client.getQueryData<SearchAnswer>(searchKey(entity.name, it)))
      .find(it => it !== undefined)
}

const waitingFor = (query: UseQueryResult, isPaused: boolean): PaletteGroup['waitingFor'] =>
  query.isError ? undefined : isPaused ? 'network' : 'answer'

/** Records that match the typed text, in one group per entity. */
export const useRecordGroups = ({ keyword, typed, rank }: SearchInput): PaletteGroup[] => {
  const translate = useTranslate()
  const entities = useSearchedEntities()
  const queries = useSearches(entities, keyword)
  const itemOf = useRecordItem()
  const earlier = useEarlierAnswer()
  const isOnline = useOnline()
  if (!isSearchable(typed)) return []
  return entities.map((entity, at): PaletteGroup => {
    const query = queries[at]!
    const group = { name: entity.name, label: translate(entity.label) }
    const isAnswered = typed === keyword && query.data !== undefined
    const { data = [], total = data.length } = (isAnswered ? query.data : earlier(entity, typed)) ?? {}
    const items = data.flatMap(record => itemOf(entity, record))
    if (!isAnswered) {
      const stillMatching = items.filter(it => rank(it) !== undefined).slice(0, maxShown)
      if (typed !== keyword || !query.isError)
        return { ...group, items: stillMatching, waitingFor: waitingFor(query, !isOnline) ?? 'answer' }
      return { ...group, items: [retryItem(entity, translate('加载失败，重试'), () => void query.refetch())] }
    }
    const shown = items.slice(0, maxShown)
    return {
      ...group,
      items:
        total > shown.length && shown.length > 0
          ? [...shown, moreItem(entity, keyword, translate('在列表中查看全部'))]
          : shown,
    }
  })
}

const retryItem = ({ name }: AnyEntity, label: string, retry: () => void): PaletteItem => ({
  key: `${name}/retry`,
  name: label,
  picture: <icons.redo />,
  target: retry,
  isStaying: true,
})

const moreItem = (entity: AnyEntity, keyword: string, label: string): PaletteItem => ({
  key: `${entity.name}/all`,
  name: label,
  picture: <icons.search />,
  target: filteredListPath(entity, { keyword }),
})

/** Recently opened records by their keys, such as `lawyers/12`; deleted and inaccessible ones are left out. */
export const useRecordsByKey = (keys: readonly string[]): ReadonlyMap<string, PaletteItem> => {
  const { getMany } = useDataProvider()
  const entities = useSearchedEntities()
  const itemOf = useRecordItem()
  const idsOf = ({ name }: AnyEntity) =>
    keys.flatMap(key => (key.startsWith(`${name}/`) ? [Number(key.slice(name.length + 1))] : []))
  const queries = useQueries({
    queries: entities.map(entity => {
      const ids = idsOf(entity).toSorted((one, other) => one - other)
      return {
        queryKey: [entity.name, 'getMany', 'palette', ids],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await getMany<AnyRecord>(entity.name, { ids, signal })).data,
        enabled: ids.length > 0,
        staleTime,
        retry: false,
      }
    }),
  })
  const items = entities.flatMap((entity, at): PaletteItem[] => {
    const { data, isPending } = queries[at]!
    if (data) return data.flatMap(record => itemOf(entity, record))
    if (!isPending) return []
    const picture = recordPicture(entity, undefined, '')
    return idsOf(entity).map(id => ({
      key: `${entity.name}/${id}`,
      name: '…',
      picture,
      target: () => {},
      isStaying: true,
    }))
  })
  return new Map(items.map(item => [item.key, item]))
}
