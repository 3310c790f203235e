import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

type Props = {
  label: string
  value: string
  isBad?: boolean
  /** Trend of the number, as a short phrase. */
  trend?: string | null
  /** Links for the pending work; absent if there is none. */
  children?: ReactNode
}

/** Tile with a number, its trend and links. */
export const Tile = ({ label, value, isBad = false, trend, children }: Props) => (
  <section className="panel home-tile" aria-label={label}>
    <h2 className="home-tile-label">{label}</h2>
    <p className={isBad ? 'home-tile-value is-bad' : 'home-tile-value'}>{value}</p>
    {trend && <p className="caption">{trend}</p>}
    <div className="home-tile-actions">{children}</div>
  </section>
)

/** Shown in a tile without pending work. */
export const NothingToDo = () => {
  const translate = useTranslate()
  return <span className="caption">{translate('无需处理')}</span>
}
