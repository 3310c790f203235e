import { useGetList } from 'ra-core'

import { useCall } from '../../providers/useCall.ts'
import type { cards } from '../../resources/cards/index.ts'
import { type OutputOf, stripTags } from '../../resources/kit/index.ts'
import { useFirmId, useSession } from '../shell/sessionContext.ts'

type CardRow = OutputOf<(typeof cards.calls)['pageList']>['records'][number]

/** What stands in where the firm has nobody to show yet. */
const nobody = [
  { id: 0, name: '张律师', position: { postName: '合伙人', postCode: 'Partner' }, office: '', avatar: null },
  { id: -1, name: '李律师', position: { postName: '律师', postCode: 'Associate' }, office: '', avatar: null },
]

const sampled = { staleTime: 300_000, retry: false } as const

/** Of several rows with one id, and of those without, nobody could tell which is meant: the last stands for all. */
const distinct = <T>(rows: readonly T[] | undefined, idOf: (row: T) => number | null) => [
  ...new Map((rows ?? []).map(it => [idOf(it), it])).values(),
]

const usePeople = () =>
  useGetList<CardRow>(
    'cards',
    { pagination: { page: 1, perPage: 20 }, filter: { auditStatus: 2, language: 'CN' } },
    sampled,
  ).data

const textOf = (html: string | null | undefined) =>
  stripTags(html ?? '', ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Of the firm's own people, offices and articles a few, so that a preview looks like theirs. */
export const useSamples = () => {
  const { conf } = useSession()
  const offices = distinct(useCall('offices.validList', {}, sampled).data, it => it.organizationId)
  const firm = useCall('firm.firmInfo', { id: useFirmId() }, sampled).data
  const nameOf = (id: number) => offices.find(it => it.organizationId === id)?.name ?? conf.firm.name
  const people = distinct(usePeople(), it => it.id).map(card => ({
    ...card,
    position: card.workPosition ?? null,
    office: nameOf(card.organizationId),
    avatar: card.avatar ?? null,
  }))
  return {
    firm: conf.firm,
    intro: textOf(firm?.intro),
    introEn: textOf(firm?.introEn),
    offices,
    people,
    shownPeople: people.length > 0 ? people : nobody.map(it => ({ ...it, office: conf.firm.name })),
    articles: distinct(
      useCall('articles.getList', { pageNum: 1, pageSize: 50 }, sampled).data?.records,
      it => it.articleId,
    ).filter(it => it.status === 2),
    professions: distinct(useCall('professions.wxList', {}, sampled).data, it => it.id),
  }
}
export type Samples = ReturnType<typeof useSamples>
