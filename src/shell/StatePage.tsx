import type { ReactElement, ReactNode } from 'react'

import { Drawing, type DrawingName } from './Drawing.tsx'

import './statePage.css'

type Props = {
  title: string
  text: ReactNode
  /** A small line for whoever is asked for help: a request id. */
  detail?: ReactNode
  picture?: DrawingName | ReactElement
  actions?: ReactNode
  /** The page has no other heading. */
  isWholePage?: true
}

/** A whole page that says something instead of showing something: what it is, and the next step. */
export const StatePage = ({ title, text, detail, picture = 'sheet', actions, isWholePage }: Props) => (
  <section className="state-page">
    {typeof picture === 'string' ? <Drawing name={picture} /> : picture}
    {isWholePage ? <h1>{title}</h1> : <h2>{title}</h2>}
    <p>{text}</p>
    {detail && <p className="state-page-detail">{detail}</p>}
    {actions && <div className="state-page-actions">{actions}</div>}
  </section>
)
