import { useTranslate } from 'ra-core'
import { createContext, useContext } from 'react'

import type { Field } from '../../resources/kit/index.ts'
import { Button } from '../ui/Button.tsx'

/** Whether the server has masked a value of a field that it reveals on request. */
export const isMasked = ({ isRevealedOnRequest }: Field, value: unknown) =>
  isRevealedOnRequest === true && typeof value === 'string' && value.includes('*')

/** Asks for the whole values of the record with this id; null where nobody answers that. */
export const RevealContext = createContext<((id: number) => void) | null>(null)

/** Asks for the whole value that stands behind a masked one; the server logs each request. */
export const RevealButton = ({ value, onReveal }: { value: string; onReveal: () => void }) => {
  const translate = useTranslate()
  return (
    <Button look="link" aria-label={translate('显示%{value}的完整号码', { value })} onClick={onReveal}>
      {translate('显示')}
    </Button>
  )
}

/** Masked value, with the button that reveals it where the page offers that. */
export const MaskedValue = ({ value, id }: { value: string; id: number }) => {
  const reveal = useContext(RevealContext)
  return (
    <span className="cell-word masked-value">
      <span className="cell-number cell-left">{value}</span>
      {reveal && <RevealButton value={value} onReveal={() => reveal(id)} />}
    </span>
  )
}
