import { useGetList } from 'ra-core'

import type { cards } from '../../../resources/cards/index.ts'
import { type OutputOf, stripTags } from '../../../resources/kit/index.ts'
import { useFirmId, useSession } from '../../session/sessionContext.ts'
import { useCall } from '../../session/useCall.ts'

type CardRow = OutputOf<(typeof cards.calls)['pageList']>['records'][number]

/** Fictional people, for firms that have published no cards yet. */
const fictionalPeople = [
  { id: 0, name: '张律师', position: { postName: '合伙人', postCode: 'Partner' }, office: '', avatar: null },
  { id: -1, name: '李律师', position: { postName: '律师', postCode: 'Associate' }, office: '', avatar: null },
]

const cacheOptions = { staleTime: 300_000, retry: false } as const

/** Keeps one row per id, because React needs unique keys and another back-end may send duplicates. */
const uniqueById = <T>(rows: readonly T[] | undefined, idOf: (row: T) => number | null) => [
  ...new Map((rows ?? []).map(it => [idOf(it), it])).values(),
]

const usePublishedCards = () =>
  useGetList<CardRow>(
    'cards',
    { pagination: { page: 1, perPage: 20 }, filter: { auditStatus: 2, language: 'CN' } },
    cacheOptions,
  ).data

const plainText = (html: string | null | undefined) =>
  stripTags(html ?? '', ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Some of the firm's people, offices and articles, so that a preview looks like the firm's mini-program. */
export const useSamples = () => {
  const { conf } = useSession()
  const offices = uniqueById(useCall('offices.validList', {}, cacheOptions).data, it => it.organizationId)
  const firm = useCall('firm.firmInfo', { id: useFirmId() }, cacheOptions).data
  const nameOf = (id: number) => offices.find(it => it.organizationId === id)?.name ?? conf.firm.name
  const people = uniqueById(usePublishedCards(), it => it.id).map(card => ({
    ...card,
    position: card.workPosition ?? null,
    office: nameOf(card.organizationId),
    avatar: card.avatar ?? null,
  }))
  return {
    firm: conf.firm,
    intro: plainText(firm?.intro),
    introEn: plainText(firm?.introEn),
    offices,
    people,
    shownPeople: people.length > 0 ? people : fictionalPeople.map(it => ({ ...it, office: conf.firm.name })),
    articles: uniqueById(
      useCall('articles.getList', { pageNum: 1, pageSize: 50 }, cacheOptions).data?.records,
      it => it.articleId,
    ).filter(it => it.status === 2),
    professions: uniqueById(useCall('professions.wxList', {}, cacheOptions).data, it => it.id),
  }
}
export type Samples = ReturnType<typeof useSamples>
