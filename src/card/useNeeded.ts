import { useMemo } from 'react'

import { type CardField, cardFields } from '../../resources/cards/index.ts'
import { useMiniProgram } from '../preview/phone/useMiniProgram.ts'

const none: readonly CardField[] = []

/** Fields that a card must have before it is published: the name, and those that the firm or the office requires. */
export const useRequiredCardFields = (byOffice = none): readonly CardField[] => {
  const { requiredFields } = useMiniProgram().card
  return useMemo(
    () =>
      cardFields.filter(
        field =>
          field === 'name' || requiredFields.some(it => it === field) || byOffice.some(it => it === field),
      ),
    [requiredFields, byOffice],
  )
}
