import { type ReactNode, useId, useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'

import { isBlank } from '../../../providers/changes.ts'
import { useNarrow } from '../../views/useNarrow.ts'

type Props = {
  id: string
  title: string
  names: readonly string[]
  isFirst: boolean
  /** Somebody was sent to a field in it. */
  isAsked: boolean
  children: ReactNode
}

/** A section of a long form. On a phone only the first is open, and whichever holds what is wrong or was asked for. */
export const CardSection = ({ id, title, names, isFirst, isAsked, children }: Props) => {
  const isNarrow = useNarrow()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const { errors } = useFormState()
  const values: unknown[] = useWatch({ name: [...names] })
  const bodyId = useId()
  const isWrong = names.some(it => it in errors)
  const isOpen = isWrong || (chosen ?? (!isNarrow || isFirst || isAsked))
  const filled = values.filter(it => !isBlank(it)).length
  return (
    <section className="form-section own-card-section" id={id} aria-label={title}>
      <h2>
        <button
          type="button"
          className="own-card-fold"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setChosen(!isOpen)}
        >
          {title}
          <span>
            已填 {filled}/{names.length}
          </span>
          <svg viewBox="0 0 20 20" aria-hidden>
            <path d="m6 8 4 4 4-4" />
          </svg>
        </button>
      </h2>
      <div id={bodyId} hidden={!isOpen}>
        {children}
      </div>
    </section>
  )
}
