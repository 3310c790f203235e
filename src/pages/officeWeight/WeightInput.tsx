import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'

import { offices } from '../../../resources/offices/index.ts'
import { parseNumber } from '../../fields/NumberInput.tsx'

type Props = { name: string; weight: number; onChange: (weight: number) => void }

const { schema } = offices.fields.weight

/** The rows take their new places when the field is left, not while a number is half typed. */
export const WeightInput = ({ name, weight, onChange }: Props) => {
  const translate = useTranslate()
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const read = typed === null ? null : schema.safeParse(parseNumber(typed))
  const error = read && !read.success ? translate(read.error.issues[0]!.message) : undefined
  const commit = () => {
    if (!read?.success) return
    setTyped(null)
    if (read.data !== weight) onChange(read.data)
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
          // Enter takes the number over; it does not save yet.
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
