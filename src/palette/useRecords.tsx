import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'ra-core'

import { resources } from '../../resources/index.ts'
import { type AnyEntity, type AnyRecord, isEntity } from '../../resources/kit/index.ts'
import { icons } from '../shell/icons.ts'
import { menuEntry } from '../../resources/domain/menu.ts'
import { Cell, filterOptionsOf } from '../fields/kinds.tsx'
import { PersonPicture } from '../fields/PersonPicture.tsx'
import { recordTitle } from '../shell/recordTitle.ts'
import { useOnline } from '../shell/useOnline.ts'
import { useRights } from '../shell/useRights.ts'
import type { PaletteGroup, PaletteItem } from './items.ts'

/** The entities whose records are found in the palette. */
const searched = resources.filter(isEntity).filter(it => it.isInPalette)

/** How many of a kind are shown; the list has the others. */
const mostShown = 5
const pageSize = 10
/** Milliseconds for which an answer is shown without being asked for again. */
const staleTime = 30_000

/** Those of which this user may list the records and open one. */
export const useSearchedEntities = () => {
  const { can, mayOpen } = useRights()
  return searched.filter(it => can(it, 'list') && (mayOpen(it.views.show) || mayOpen(it.views.edit)))
}

/** The state of a record and its office: what tells two people of one name apart. */
const noteOf = ({ fields, id, tabs, list }: AnyEntity, record: AnyRecord) => {
  const state = tabs?.field ?? list.find(it => filterOptionsOf(fields[it]!)?.some(([, , tone]) => tone))
  const office = id === 'organizationId' ? undefined : 'organizationId'
  return [state, office].map(name => {
    const field = fields[name ?? '']
    return name && field && <Cell key={name} field={field} value={record[name]} record={record} />
  })
}

const pictureOf = ({ avatarField, views }: AnyEntity, record: AnyRecord | undefined, name: string) => {
  if (avatarField && record) {
    const picture = record[avatarField]
    return <PersonPicture name={name} picture={typeof picture === 'string' ? picture : null} />
  }
  const Icon = icons[views.list?.menu ? menuEntry(views.list.menu).icon : 'articles']
  return <Icon />
}

/** Makes items of records; a record that this user may not open gives none. */
const useRecordItem = () => {
  const translate = useTranslate()
  const { pathOf } = useRights()
  return (entity: AnyEntity, record: AnyRecord): PaletteItem[] => {
    const path = pathOf(entity, record)
    if (path === undefined) return []
    const name = recordTitle(entity, record, translate)
    const key = `${entity.name}/${record.id}`
    return [
      { key, name, picture: pictureOf(entity, record, name), note: noteOf(entity, record), target: path },
    ]
  }
}

/** One letter would find half of all names. */
const isWorthAsking = (keyword: string) => keyword.length > 1 || /\p{Script=Han}/u.test(keyword)

/** With react-admin's second part, so that its writes reach what was found. */
const searchKey = (name: string, keyword: string) => [name, 'getList', 'palette', keyword]

type Found = { data: AnyRecord[]; total?: number | undefined }

/** Every list that this user may see, searched for a keyword at once; what is no longer wanted is called off. */
const useSearches = (entities: readonly AnyEntity[], keyword: string) => {
  const { getList } = useDataProvider()
  return useQueries({
    queries: entities.map(({ name, sort }) => ({
      queryKey: searchKey(name, keyword),
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Found> => {
        const { data, total } = await getList<AnyRecord>(name, {
          pagination: { page: 1, perPage: pageSize },
          sort,
          filter: { keyword },
          signal,
        })
        return { data, total }
      },
      enabled: isWorthAsking(keyword),
      staleTime,
      retry: false,
    })),
  })
}

type Rank = (item: PaletteItem) => number | undefined
type Asked = { keyword: string; typed: string; rank: Rank }

/** Until a keyword is answered: what an earlier one brought, as far as its name answers to what is typed now. */
const useEarlier = () => {
  const client = useQueryClient()
  return (entity: AnyEntity, typed: string): Found | undefined =>
    Array.from(typed, (_, at) => typed.slice(0, typed.length - at))
      .map(it => client.getQueryData<Found>(searchKey(entity.name, it)))
      .find(it => it !== undefined)
}

const waitingFor = (query: UseQueryResult, isPaused: boolean): PaletteGroup['waitingFor'] =>
  query.isError ? undefined : isPaused ? 'network' : 'answer'

/** The records that answer to what is typed, in one group for each entity. */
export const useRecordGroups = ({ keyword, typed, rank }: Asked): PaletteGroup[] => {
  const translate = useTranslate()
  const entities = useSearchedEntities()
  const queries = useSearches(entities, keyword)
  const itemOf = useRecordItem()
  const earlier = useEarlier()
  const isOnline = useOnline()
  if (!isWorthAsking(typed)) return []
  return entities.map((entity, at): PaletteGroup => {
    const query = queries[at]!
    const group = { name: entity.name, label: translate(entity.label) }
    const isAnswered = typed === keyword && query.data !== undefined
    const { data = [], total = data.length } = (isAnswered ? query.data : earlier(entity, typed)) ?? {}
    const items = data.flatMap(record => itemOf(entity, record))
    if (!isAnswered) {
      const kept = items.filter(it => rank(it) !== undefined).slice(0, mostShown)
      if (typed !== keyword || !query.isError)
        return { ...group, items: kept, waitingFor: waitingFor(query, !isOnline) ?? 'answer' }
      return { ...group, items: [retryItem(entity, translate('加载失败，重试'), () => void query.refetch())] }
    }
    const shown = items.slice(0, mostShown)
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

const moreItem = ({ name, views }: AnyEntity, keyword: string, label: string): PaletteItem => ({
  key: `${name}/all`,
  name: label,
  picture: <icons.search />,
  target: `${views.list!.path}?filter=${encodeURIComponent(JSON.stringify({ keyword }))}`,
})

/**
 * Records by the keys under which the palette remembers them, `lawyers/12`; those that are gone or out of reach are
 * left out.
 */
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
    const picture = pictureOf(entity, undefined, '')
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
