import { useTranslate } from 'ra-core'

import type { Summary } from './summary.ts'
import { weekSeries } from './series.ts'

type Day = Summary['days'][number]

const totalOf = (day: Day) => weekSeries.reduce((sum, [name]) => sum + day[name], 0)

/** A bar for each day with its total, divided by series. Hidden from screen readers, which read the table of the same numbers. */
export const WeekChart = ({ days }: { days: readonly Day[] }) => {
  const translate = useTranslate()
  const highest = Math.max(1, ...days.map(totalOf))
  return (
    <div className="home-chart" aria-hidden>
      <div className="home-chart-legend">
        {weekSeries.map(([name, label]) => (
          <span key={name} className={`home-chart-key is-${name}`}>
            {translate(label)}
          </span>
        ))}
      </div>
      <div className="home-chart-days">
        {days.map(day => (
          <div key={day.day} className="home-chart-day">
            <span style={{ flexGrow: highest - totalOf(day) }} />
            <span>{totalOf(day)}</span>
            {weekSeries.map(([name]) => (
              <i key={name} className={`is-${name}`} style={{ flexGrow: day[name] }} />
            ))}
          </div>
        ))}
      </div>
      <div className="home-chart-labels">
        {days.map(({ day }) => (
          <span key={day}>{day.slice(5)}</span>
        ))}
      </div>
    </div>
  )
}
