import { useMemo } from 'react'

import { cardContent, cards } from '../../../resources/cards/index.ts'
import { withChoicesIn } from '../../../resources/cards/choicesIn.ts'
import type { Field } from '../../../resources/kit/index.ts'
import { useEnglish } from '../../language/useEnglish.ts'

type CardFields = Record<keyof typeof cards.fields, Field>

/** Fields for displaying a card, with choices in the language of the card instead of the interface. */
export const useCardFields = (language: 'CN' | 'EN' | null | undefined): CardFields => {
  const english = useEnglish(language === 'EN')
  return useMemo(
    () => (english ? { ...cards.fields, ...withChoicesIn(english, cardContent) } : cards.fields),
    [english],
  )
}
