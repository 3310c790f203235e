import { useMemo } from 'react'

import { useServedCall } from '../../session/useCall.ts'
import type { DraftStore } from '../../form/drafts/draftStore.ts'
import type { CardLanguage } from '../../card/useOwnCards.ts'

/** Server storage for the draft of the own card. */
export const useCardDraft = (language: CardLanguage): DraftStore => {
  const readCall = useServedCall('cards.draft')
  const saveCall = useServedCall('cards.keepDraft')
  const dropCall = useServedCall('cards.dropDraft')
  return useMemo(
    () => ({
      name: `/app/user/card?language=${language}`,
      read: readCall && (() => readCall({ language })),
      save: saveCall && (draft => saveCall({ language, ...draft })),
      drop: dropCall && (() => dropCall({ language })),
    }),
    [language, readCall, saveCall, dropCall],
  )
}
