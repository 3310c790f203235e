import { useMemo } from 'react'

import { useServedCall } from '../../session/useCall.ts'
import type { DraftStore } from '../../form/drafts/draftStore.ts'
import { useMandateInput } from '../../card/mandates/mandateContext.ts'
import type { CardLanguage } from '../../card/useOwnCards.ts'

/** Server storage for the draft of the own card. */
export const useCardDraft = (language: CardLanguage): DraftStore => {
  const readCall = useServedCall('cards.draft')
  const saveCall = useServedCall('cards.keepDraft')
  const dropCall = useServedCall('cards.dropDraft')
  const { mandateId } = useMandateInput()
  return useMemo(() => {
    const key = { language, ...(mandateId !== undefined && { mandateId }) }
    return {
      name: `/app/user/card?language=${language}${mandateId === undefined ? '' : `&mandate=${mandateId}`}`,
      read: readCall && (() => readCall(key)),
      save: saveCall && (draft => saveCall({ ...key, ...draft })),
      drop: dropCall && (() => dropCall(key)),
    }
  }, [language, mandateId, readCall, saveCall, dropCall])
}
