import { useQuery } from '@tanstack/react-query'

import { callAddition } from '../../providers/call.ts'
import { useHeldRecord, useRecordForPage } from '../../providers/useRecordForPage.ts'
import { useRevealCall } from './CardReveal.tsx'
import type { Card } from './useCard.ts'

const options = { refetchOnWindowFocus: false } as const

/** The card with which a form starts: with its whole number, which the form changes, as far as the user may see it. */
export const useEditedCard = (id: number) => {
  const revealCall = useRevealCall()
  const masked = useRecordForPage<Card>('cards', revealCall ? undefined : id, options)
  const revealed = useQuery<Card>({
    ...options,
    queryKey: ['cards', 'reveal', id],
    // A call that writes a log entry is not repeated by itself.
    queryFn: async () => callAddition(revealCall!, { id }),
    enabled: revealCall !== null,
    gcTime: 0,
    retry: false,
  })
  return useHeldRecord(revealCall ? revealed : masked, id)
}
