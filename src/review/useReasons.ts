import { useGetOne } from 'ra-core'

import { detail } from '../../providers/recordQuery.ts'
import { singletonId } from '../../providers/resourceClient.ts'
import type { OutputOf } from '../../resources/kit/index.ts'
import { settings } from '../../resources/settings/index.ts'
import { useRights } from '../shell/useRights.ts'

const { cardReview } = settings
type CardReview = OutputOf<(typeof cardReview.calls)['get']> & { id: number }

/** Which list of the settings holds the usual reasons. */
export type ReasonList = 'rejectReasons' | 'articleReasons'

/** The usual reasons of the settings (domain.md §6.4); the declared ones where they cannot be asked for. */
export const useReasons = (list: ReasonList): readonly string[] => {
  const { can } = useRights()
  const { data } = useGetOne<CardReview>(
    cardReview.name,
    { id: singletonId, meta: detail },
    { enabled: can(cardReview, 'get') },
  )
  // Invites to write, and so says nothing as a reason.
  return ((data ?? cardReview.initial)[list] ?? []).filter(it => it !== '其他')
}
