import type { ReactNode } from 'react'

import { Heading } from './Heading.tsx'

type Props = {
  tone: 'good' | 'waiting' | 'bad' | 'info'
  title: string
  children: ReactNode
  /** The primary button. */
  action: { label: string; onClick: () => void }
  further?: ReactNode
}

/** Page with the state of an application or an account. */
export const OutcomePage = ({ tone, title, children, action, further }: Props) => (
  <section className="sign-in-form hash-page">
    <p className={`outcome-mark is-${tone}`} aria-hidden />
    <Heading>{title}</Heading>
    <div className="outcome-text" role="status">
      {children}
    </div>
    <button type="button" className="primary" onClick={action.onClick}>
      {action.label}
    </button>
    <p className="between ways">{further}</p>
  </section>
)
