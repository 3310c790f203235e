import { createContext, useContext } from 'react'

import type { mandates } from '../../../resources/cards/mandates.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'

export type HeldMandate = OutputOf<(typeof mandates.calls)['held']>[number]

/** The mandate under which the card of a page is maintained; null for the own card. */
export const MandateContext = createContext<HeldMandate | null>(null)

export const useMandate = () => useContext(MandateContext)

/** The input by which a call names the mandate; empty for the own card. */
export const useMandateInput = (): { mandateId?: number } => {
  const mandate = useMandate()
  return mandate ? { mandateId: mandate.id } : {}
}
