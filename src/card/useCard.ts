import { useQuery } from '@tanstack/react-query'

import { call } from '../../providers/call.ts'
import type { cards } from '../../resources/cards/index.ts'
import type { OutputOf } from '../../resources/kit/index.ts'

export type Card = OutputOf<(typeof cards.calls)['cardInfo']>

/** Fresh at every visit: a decision is about what the card is now. */
export const useCard = (id: number) =>
  useQuery({
    queryKey: ['cards', 'cardInfo', id],
    queryFn: ({ signal }) => call('cards.cardInfo', { id }, { signal }),
    staleTime: 0,
    // A correction under way is not to be lost to a refetch; the decision is refused where the card has changed meanwhile.
    refetchOnWindowFocus: false,
  })
