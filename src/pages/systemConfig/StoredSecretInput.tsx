import { useTranslate } from 'ra-core'
import { useState } from 'react'

import type { Field } from '../../../resources/kit/index.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Input } from '../../fields/inputs.tsx'
import { Button } from '../../ui/Button.tsx'

type Props = { field: Field; source: string }

/** A secret that is stored and never shown again: it says so, and asks for a new one only on request. */
export const StoredSecretInput = ({ field, source }: Props) => {
  const translate = useTranslate()
  const [isReplaced, setReplaced] = useState(false)
  const label = translate(field.label)
  if (isReplaced) return <Input field={field} source={source} />
  return (
    <div className="field" role="group" aria-label={label}>
      <div className="field-head">
        <span className="field-label">{label}</span>
      </div>
      <div className="cluster">
        <Chip tone="good">{translate('已设置')}</Chip>
        <Button
          look="link"
          aria-label={translate('更换%{label}', { label })}
          onClick={() => setReplaced(true)}
        >
          {translate('更换')}
        </Button>
      </div>
    </div>
  )
}
