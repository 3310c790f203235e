import { useRecordForPage } from '../../providers/useRecordForPage.ts'
import type { cards } from '../../resources/cards/index.ts'
import type { OutputOf } from '../../resources/kit/index.ts'

export type Card = OutputOf<(typeof cards.calls)['cardInfo']>

/** Fresh at every visit: a decision is about what the card is now. */
export const useCard = (id: number) =>
  // A correction under way is not to be lost to a refetch; the decision is refused where the card has changed meanwhile.
  useRecordForPage<Card>('cards', id, { refetchOnWindowFocus: false })
