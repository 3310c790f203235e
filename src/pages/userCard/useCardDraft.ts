import { useMemo } from 'react'

import { callAddition } from '../../../providers/call.ts'
import type { DraftStore } from '../../form/drafts/draftStore.ts'
import type { CardLanguage } from '../../card/useOwnCards.ts'
import { useAddition } from '../../shell/sessionContext.ts'

/** The draft of the own card in a language. */
export const useCardDraft = (language: CardLanguage): DraftStore => {
  const reading = useAddition('cards.draft')
  const keeping = useAddition('cards.keepDraft')
  const dropping = useAddition('cards.dropDraft')
  return useMemo(
    () => ({
      name: `/app/user/card?language=${language}`,
      read: reading && (() => callAddition(reading, { language })),
      save: keeping && (draft => callAddition(keeping, { language, ...draft })),
      drop: dropping && (() => callAddition(dropping, { language })),
    }),
    [language, reading, keeping, dropping],
  )
}
