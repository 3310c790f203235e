import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'

import { call, callAddition } from '../../providers/call.ts'
import { articles } from '../../resources/articles/index.ts'
import { cards } from '../../resources/cards/index.ts'
import { lawyers } from '../../resources/lawyers/index.ts'
import { useRights } from '../shell/useRights.ts'
import { IconButtonLink } from '../shell/IconButton.tsx'
import { icons } from '../shell/icons.ts'
import { nodeOf } from '../shell/menuTree.ts'
import { useAddition, useSession } from '../shell/sessionContext.ts'

/** How many wait for this person; of a back-end that does not count them together, what its lists count. */
const useWaiting = (isOn: boolean) => {
  const counting = useAddition('reviews.count')
  const { can } = useRights()
  const { data } = useQuery({
    queryKey: ['reviews', 'count', counting !== null],
    queryFn: async ({ signal }) => {
      if (counting) {
        const { registration, card, article, transfer } = await callAddition(counting, {}, { signal })
        return registration.all + card.all + article.all + (transfer?.all ?? 0)
      }
      const counts = await Promise.all([
        can(lawyers, 'pass') ? call('lawyers.lawyerNum', {}, { signal }) : null,
        can(cards, 'approve') ? call('cards.cardNum', {}, { signal }) : null,
        can(articles, 'pass') ? call('articles.getArticleNum', {}, { signal }) : null,
      ])
      return counts.reduce((sum, it) => sum + (it?.pending ?? 0), 0)
    },
    enabled: isOn,
    staleTime: 60_000,
    refetchInterval: 60_000,
  })
  return data ?? 0
}

const most = 99

/** 审核: what waits, in reach from every page; for whoever may decide. */
export const ReviewLink = () => {
  const translate = useTranslate()
  const desk = nodeOf(useSession().menu, 'review')
  const count = useWaiting(desk !== undefined)
  if (!desk) return null
  const shown = count > most ? `${most}+` : String(count)
  return (
    <IconButtonLink
      to={desk.path}
      aria-label={count > 0 ? translate('审核，%{shown}项待审', { shown }) : translate('审核')}
      title={translate('审核')}
    >
      <icons.audit />
      {count > 0 && (
        <span className="badge" aria-hidden>
          {shown}
        </span>
      )}
    </IconButtonLink>
  )
}
