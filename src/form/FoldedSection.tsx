import { useTranslate } from 'ra-core'
import { type ReactNode, useId, useState } from 'react'
import { useFormState } from 'react-hook-form'

import { isBlank } from '../../resources/domain/sameness.ts'
import { icons } from '../ui/icons.ts'
import { useNarrow } from '../browser/useNarrow.ts'
import { useFormValues } from './useFormValues.ts'

type Props = {
  id: string
  title: string
  names: readonly string[]
  isFirst: boolean
  /** Whether a link or an anchor leads to a field in this section. */
  isTarget: boolean
  children: ReactNode
}

const FilledCount = ({ names }: Pick<Props, 'names'>) => {
  const translate = useTranslate()
  const values = useFormValues()
  const filled = names.filter(name => !isBlank(values[name])).length
  return (
    <span className="caption">{translate('已填 %{filled}/%{count}', { filled, count: names.length })}</span>
  )
}

/**
 * Collapsible section of a long form. On a phone, only the first section and sections with errors or link targets
 * start open.
 */
export const FoldedSection = ({ id, title, names, isFirst, isTarget, children }: Props) => {
  const translate = useTranslate()
  const isNarrow = useNarrow()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const { errors } = useFormState()
  const bodyId = useId()
  const isWrong = names.some(name => name in errors)
  const isOpen = isWrong || (chosen ?? (!isNarrow || isFirst || isTarget))
  return (
    <section className="form-section is-foldable" id={id} aria-label={translate(title)}>
      <h2>
        <button
          type="button"
          className="form-fold"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setChosen(!isOpen)}
        >
          {translate(title)}
          <FilledCount names={names} />
          <icons.down />
        </button>
      </h2>
      <div id={bodyId} hidden={!isOpen}>
        {children}
      </div>
    </section>
  )
}
