import type { ReactElement, ReactNode } from 'react'

import { Drawing, type DrawingName } from './Drawing.tsx'

import './statePage.css'

type Props = {
  title: string
  text: ReactNode
  /** Small print for support requests, such as the request id. */
  detail?: ReactNode
  picture?: DrawingName | ReactElement
  actions?: ReactNode
  /** Whether the page has no other heading. */
  isWholePage?: true
}

/** Message in place of content: what is the matter, and what to do next. */
export const StatePage = ({ title, text, detail, picture = 'sheet', actions, isWholePage }: Props) => (
  <section className="state-page">
    {typeof picture === 'string' ? <Drawing name={picture} /> : picture}
    {isWholePage ? <h1>{title}</h1> : <h2>{title}</h2>}
    <p>{text}</p>
    {detail && <p className="state-page-detail">{detail}</p>}
    {actions && <div className="state-page-actions">{actions}</div>}
  </section>
)
