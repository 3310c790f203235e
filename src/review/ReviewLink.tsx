import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'

import { call } from '../../providers/call.ts'
import { articles } from '../../resources/articles/index.ts'
import { cards } from '../../resources/cards/index.ts'
import { lawyers } from '../../resources/lawyers/index.ts'
import { useServedCall } from '../session/useCall.ts'
import { useRights } from '../session/useRights.ts'
import { type ReviewCount, reviewCountKey } from '../session/reviewCount.ts'
import { IconButtonLink } from '../ui/IconButton.tsx'
import { icons } from '../ui/icons.ts'
import { findMenuNode } from '../routing/menuTree.ts'
import { useSession } from '../session/sessionContext.ts'

/**
 * Number of items that wait for this user's review; added up from the lists if the back-end has no call for the
 * total.
 */
const useReviewCount = (isOn: boolean) => {
  const countCall = useServedCall('reviews.count')
  const { can } = useRights()
  const { data } = useQuery({
    queryKey: reviewCountKey,
    queryFn: async ({ signal }): Promise<ReviewCount> => {
      if (countCall) {
        const { registration, card, article, proposal, transfer } = await countCall({}, { signal })
        const proposals = proposal?.all ?? 0
        return {
          all: registration.all + card.all + article.all + proposals + (transfer?.all ?? 0),
          proposals,
        }
      }
      const counts = await Promise.all([
        can(lawyers, 'pass') ? call('lawyers.lawyerNum', {}, { signal }) : null,
        can(cards, 'approve') ? call('cards.cardNum', {}, { signal }) : null,
        can(articles, 'pass') ? call('articles.getArticleNum', {}, { signal }) : null,
      ])
      return { all: counts.reduce((sum, it) => sum + (it?.pending ?? 0), 0), proposals: 0 }
    },
    enabled: isOn,
    staleTime: 60_000,
    refetchInterval: 60_000,
  })
  return data?.all ?? 0
}

const maxShownCount = 99

/** Link in the header to the review desk, with the number of waiting items. */
export const ReviewLink = () => {
  const translate = useTranslate()
  const desk = findMenuNode(useSession().menu, 'review')
  const count = useReviewCount(desk !== undefined)
  if (!desk) return null
  const shown = count > maxShownCount ? `${maxShownCount}+` : String(count)
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
