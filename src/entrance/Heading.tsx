import { useTranslate } from 'ra-core'
import { type ReactNode, useEffect, useRef } from 'react'

import { useTitle } from './title.ts'

/** Number of the current step, and of all steps. */
type StepPosition = readonly [step: number, of: number]

type Props = { step?: StepPosition; children: string }

/** Heading of a step. When it appears, it scrolls into view, gets the focus and becomes the title of the window. */
export const Heading = ({ step, children }: Props) => {
  const ref = useRef<HTMLHeadingElement>(null)
  useTitle(children)
  useEffect(() => {
    window.scrollTo(0, 0)
    ref.current?.focus()
  }, [])
  return (
    <>
      {step && <StepCount step={step} />}
      <h1 tabIndex={-1} ref={ref}>
        {children}
      </h1>
    </>
  )
}

const StepCount = ({ step: [step, of] }: { step: StepPosition }) => {
  const translate = useTranslate()
  return (
    <p className="step-count" style={{ '--done': `${(step / of) * 100}%` }}>
      {translate('第 %{step} 步，共 %{of} 步', { step, of })}
    </p>
  )
}

/** A button that looks like a link, for use below a form. */
export const TextButton = ({ children, onClick }: { children: ReactNode; onClick: () => void }) => (
  <button type="button" className="text-link" onClick={onClick}>
    {children}
  </button>
)
