import { useMemo } from 'react'

import { callAddition } from '../../../providers/call.ts'
import type { DraftStore } from '../../form/drafts/draftStore.ts'
import type { CardLanguage } from '../../card/useOwnCards.ts'
import { useAddition } from '../../session/sessionContext.ts'

/** Server storage for the draft of the own card. */
export const useCardDraft = (language: CardLanguage): DraftStore => {
  const readCall = useAddition('cards.draft')
  const saveCall = useAddition('cards.keepDraft')
  const dropCall = useAddition('cards.dropDraft')
  return useMemo(
    () => ({
      name: `/app/user/card?language=${language}`,
      read: readCall && (() => callAddition(readCall, { language })),
      save: saveCall && (draft => callAddition(saveCall, { language, ...draft })),
      drop: dropCall && (() => callAddition(dropCall, { language })),
    }),
    [language, readCall, saveCall, dropCall],
  )
}
