import type { ReactNode } from 'react'

import './statePage.css'

type Props = {
  title: string
  text: ReactNode
  /** A small line for whoever is asked for help: a request id. */
  detail?: ReactNode
  picture?: ReactNode
  actions?: ReactNode
  /** The page has no other heading. */
  isWholePage?: true
}

/** A whole page that says something instead of showing something: what it is, and the next step. */
export const StatePage = ({ title, text, detail, picture, actions, isWholePage }: Props) => (
  <section className="state-page">
    {picture ?? <Sheet />}
    {isWholePage ? <h1>{title}</h1> : <h2>{title}</h2>}
    <p>{text}</p>
    {detail && <p className="state-page-detail">{detail}</p>}
    {actions && <div className="state-page-actions">{actions}</div>}
  </section>
)

/** A sheet of paper with a torn corner. */
const Sheet = () => (
  <svg className="drawing" viewBox="0 0 120 96" width="120" height="96" aria-hidden>
    <path d="M28 10h50l16 16v60H28z" />
    <path d="M78 10v16h16" />
    <path className="accent" d="M40 40h20" />
    <path d="M40 52h40M40 62h40M40 72h24" />
  </svg>
)
