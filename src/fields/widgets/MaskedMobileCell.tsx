import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { call } from '../../../providers/call.ts'
import { sentenceOf } from '../../../providers/envelope.ts'
import type { CellProps } from '../cells.tsx'
import { Button } from '../../shell/Button.tsx'

/** A masked number; 显示 asks the server for the whole one, which writes it into the log. */
export const MaskedMobileCell = ({ value, record }: CellProps<'custom'>) => {
  const translate = useTranslate()
  const [whole, setWhole] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const reveal = async () => {
    try {
      const { mobile } = await call('lawyers.lawyerInfo', { id: record.id, reveal: 1 })
      setWhole(mobile)
    } catch (error) {
      setFailure(sentenceOf(error, translate))
    }
  }
  return (
    <span className="cell-word">
      <span className="cell-number cell-left">{whole ?? String(value)}</span>
      {whole === null && String(value).includes('*') && (
        <Button
          look="link"
          aria-label={translate('显示%{value}的完整号码', { value: String(value) })}
          onClick={() => void reveal()}
        >
          {translate('显示')}
        </Button>
      )}
      {failure && <small className="field-error">{failure}</small>}
    </span>
  )
}
