import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { type Described, describedBy } from './aria.ts'

type Props = {
  id: string
  field: Described
  /** Translated here, as its label and its hint. */
  error: string | undefined
  /** Several controls under one name, so that the label names a group instead of one control. */
  isGroup?: true
  /** Stands at the right of the label. */
  aside?: ReactNode
  children: ReactNode
}

/** Label, hint, control, error: in this order around every input. */
export const FieldFrame = ({ id, field, error, isGroup, aside, children }: Props) => {
  const translate = useTranslate()
  const mark = field.isRequired && (
    <span className="field-mark" aria-hidden>
      *
    </span>
  )
  return (
    <div
      className="field"
      {...(isGroup && {
        role: 'group',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': describedBy(id, { error, field }),
      })}
    >
      <div className="field-head">
        {isGroup ? (
          <span className="field-label" id={`${id}-label`}>
            {translate(field.label)}
            {mark}
          </span>
        ) : (
          <label className="field-label" htmlFor={id}>
            {translate(field.label)}
            {mark}
          </label>
        )}
        {aside}
      </div>
      {field.hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {translate(field.hint)}
        </p>
      )}
      {children}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {translate(error)}
        </p>
      )}
    </div>
  )
}

/** Shown from half of the limit on: before that it only distracts. */
export const Counter = ({ length, max }: { length: number; max: number }) =>
  length >= max / 2 && (
    <span className={length > max ? 'field-counter is-over' : 'field-counter'}>
      {length}/{max}
    </span>
  )
