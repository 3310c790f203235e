import { useTranslate } from 'ra-core'

import { filteredListPath } from '../../../resources/kit/filteredListPath.ts'
import { logs } from '../../../resources/logs.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { weekSeries } from './series.ts'
import type { Summary } from './summary.ts'
import { WeekChart } from './WeekChart.tsx'

type Props = { days: Summary['days'] }

/** The numbers of the chart as a table, for screen readers. */
const WeekTable = ({ days }: Props) => {
  const translate = useTranslate()
  return (
    <table className="hidden-text">
      <thead>
        <tr>
          <th scope="col">{translate('日期')}</th>
          {weekSeries.map(([name, label]) => (
            <th key={name} scope="col">
              {translate(label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map(day => (
          <tr key={day.day}>
            <th scope="row">{day.day.slice(5)}</th>
            {weekSeries.map(([name]) => (
              <td key={name}>{day[name]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Changes of the last seven days, with a link to the log. */
export const WeekSection = ({ days }: Props) => {
  const translate = useTranslate()
  const filter = {
    module: weekSeries.map(([, , module]) => module),
    from: days[0]!.day,
    to: days.at(-1)!.day,
  }
  return (
    <section className="panel home-week" aria-label={translate('近7天的变化')}>
      <div className="home-week-head">
        <h2 className="section-title">{translate('近7天的变化')}</h2>
        <ButtonLink look="quiet" to={filteredListPath(logs, filter)}>
          {translate('查看日志')}
        </ButtonLink>
      </div>
      <WeekChart days={days} />
      <WeekTable days={days} />
    </section>
  )
}
