import { useMutation } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'

import { call } from '../../../providers/call.ts'
import { errorSentence } from '../../../providers/envelope.ts'
import type { CellProps } from '../cells.tsx'
import { isMasked, RevealButton } from '../MaskedValue.tsx'

/** Masked mobile number with a button that fetches the full number; the server logs each such request. */
export const MaskedMobileCell = ({ field, value, record }: CellProps<'custom'>) => {
  const translate = useTranslate()
  const { mutate, data, error } = useMutation({
    mutationFn: () => call('lawyers.lawyerInfo', { id: record.id, reveal: 1 }),
  })
  return (
    <span className="cell-word masked-value">
      <span className="cell-number cell-left">{data?.mobile ?? String(value)}</span>
      {!data && isMasked(field, value) && <RevealButton value={String(value)} onReveal={() => mutate()} />}
      {error && <small className="field-error">{errorSentence(error, translate)}</small>}
    </span>
  )
}
