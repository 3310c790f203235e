import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'

import { offices } from '../../../resources/offices/index.ts'
import { parseNumber } from '../../fields/text/NumberInput.tsx'

type Props = { name: string; weight: number; onChange: (weight: number) => void }

const { schema } = offices.fields.weight

/** Input for a weight. It is applied on blur or Enter, so that rows do not move while a number is being typed. */
export const WeightInput = ({ name, weight, onChange }: Props) => {
  const translate = useTranslate()
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const parsed = typed === null ? null : schema.safeParse(parseNumber(typed))
  const error = parsed && !parsed.success ? translate(parsed.error.issues[0]!.message) : undefined
  const commit = () => {
    if (!parsed?.success) return
    setTyped(null)
    if (parsed.data !== weight) onChange(parsed.data)
  }
  return (
    <span className="weight-input">
      <input
        className="control control-number"
        inputMode="numeric"
        autoComplete="off"
        aria-label={translate('%{name}的权重', { name })}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        value={typed ?? String(weight)}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={commit}
        onKeyDown={event => {
          if (event.key === 'Escape') setTyped(null)
          if (event.key !== 'Enter') return
          // Enter applies the number instead of submitting the form.
          event.preventDefault()
          commit()
        }}
      />
      {error && (
        <span className="field-error" id={id}>
          {error}
        </span>
      )}
    </span>
  )
}
