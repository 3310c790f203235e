import { useRecordForPage } from '../../providers/useRecordForPage.ts'
import type { cards } from '../../resources/cards/index.ts'
import type { OutputOf } from '../../resources/kit/index.ts'

export type Card = OutputOf<(typeof cards.calls)['cardInfo']>

/** Loads the card on each visit, because a decision concerns its current version. */
export const useCard = (id: number) =>
  // No refetch on focus, which could lose a correction; the server refuses a decision if the card has changed.
  useRecordForPage<Card>('cards', id, { refetchOnWindowFocus: false })
