import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { type DescribedControl, groupAttributes } from './aria.ts'

type Props = DescribedControl & {
  /** Set if the field has several controls, so that the label names a group instead of one control. */
  isGroup?: true
  /** Content at the end of the label's line. */
  aside?: ReactNode
  children: ReactNode
}

/** Every input: label, hint, control, and error, which are translated here. */
export const FieldControl = ({ id, field, error, isGroup, aside, children }: Props) => {
  const translate = useTranslate()
  const mark = field.isRequired && (
    <span className="field-mark" aria-hidden>
      *
    </span>
  )
  return (
    <div className="field" {...(isGroup && groupAttributes({ id, field, error }))}>
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

/** Character counter, shown once half of the limit is used. */
export const Counter = ({ length, max }: { length: number; max: number }) =>
  length >= max / 2 && (
    <span className={length > max ? 'field-counter is-over' : 'field-counter'}>
      {length}/{max}
    </span>
  )
