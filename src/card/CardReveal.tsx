import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { mayCall } from '../../providers/access.ts'
import { errorSentence } from '../../providers/envelope.ts'
import { recordKey } from '../../providers/recordQuery.ts'
import { cards } from '../../resources/cards/index.ts'
import { RevealContext } from '../fields/MaskedValue.tsx'
import { useSession } from '../session/sessionContext.ts'
import { useServedCall } from '../session/useCall.ts'
import type { Card } from './useCard.ts'

/** The call that answers whole numbers; null if the back-end has none or the user may not use it. */
export const useRevealCall = () => {
  const { self } = useSession()
  const served = useServedCall('cards.reveal')
  return mayCall(cards.calls.reveal, self) ? served : null
}

type CardsByLanguage = Partial<Record<'CN' | 'EN', Card | null>>

/** Lets masked numbers within it be revealed. The revealed card takes the place of the masked one wherever it is shown. */
export const CardReveal = ({ children }: { children: ReactNode }) => {
  const translate = useTranslate()
  const notify = useNotify()
  const client = useQueryClient()
  const revealCall = useRevealCall()
  const { mutate } = useMutation({
    mutationFn: async (id: number) => revealCall && (await revealCall({ id })),
    onSuccess: card => {
      if (!card) return
      client.setQueryData(recordKey(cards.name, card.id), card)
      client.setQueriesData<CardsByLanguage>({ queryKey: [cards.name, 'cardInfoByLawyer'] }, known =>
        known?.[card.language]?.id === card.id ? { ...known, [card.language]: card } : known,
      )
    },
    onError: error => notify(errorSentence(error, translate), { type: 'error' }),
  })
  return <RevealContext value={revealCall ? mutate : null}>{children}</RevealContext>
}
