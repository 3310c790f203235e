import { useQuery } from '@tanstack/react-query'

import type { ServedCall } from '../../providers/call.ts'
import { CallError } from '../../providers/envelope.ts'
import { useHeldRecord, useRecordForPage } from '../../providers/useRecordForPage.ts'
import { conflictAs } from '../form/saving/failure.ts'
import type { Send } from '../form/undoable/intent.ts'
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
    queryFn: () => revealCall!({ id }),
    enabled: revealCall !== null,
    gcTime: 0,
    // Each call writes a log entry.
    retry: false,
  })
  return useHeldRecord(revealCall ? revealed : masked, id)
}

/** The conflict with what somebody else saved, with the whole number, so that the masked one is not taken for a change. */
const withWholeNumber = async (error: unknown, revealCall: ServedCall<'cards.reveal'>, id: number) => {
  if (!(error instanceof CallError) || error.code !== '4090') return error
  const whole = await revealCall({ id }).catch(() => null)
  return whole ? conflictAs(error, current => ({ ...current, id, mobile: whole.mobile })) : error
}

/** Sends changes of a card whose form shows the whole number. */
export const useSendCard = (id: number, send: Send): Send => {
  const revealCall = useRevealCall()
  return (values, base) =>
    send(values, base).catch(async (error: unknown) => {
      throw revealCall ? await withWholeNumber(error, revealCall, id) : error
    })
}
