import { useMemo } from 'react'

import { type CardField, cardFields } from '../../resources/cards/index.ts'
import { useMiniProgram } from '../preview/useMiniProgram.ts'

/** What the firm asks of a card before it is published; a name always. */
export const useNeeded = (): readonly CardField[] => {
  const { requiredFields } = useMiniProgram().card
  return useMemo(
    () => cardFields.filter(field => field === 'name' || requiredFields.some(it => it === field)),
    [requiredFields],
  )
}
