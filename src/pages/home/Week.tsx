import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'

import { logs } from '../../../resources/logs.ts'
import { lazyComponent } from '../../shell/lazyComponent.tsx'
import { series } from './series.ts'
import { filtered } from '../../shell/filtered.ts'
import type { Summary } from './summary.ts'

const { path } = logs.views.list!

type Props = { days: Summary['days'] }

// The charts' library is loaded with this picture and nowhere else.
const WeekChart = lazyComponent<Props>(
  () => import('./WeekChart.tsx').then(it => it.WeekChart),
  () => null,
)

/** What was done in seven days: a picture, and the same as a table whose numbers lead to the log. */
export const Week = ({ days }: Props) => {
  const translate = useTranslate()
  return (
    <section className="panel" aria-label={translate('近7天的变化')}>
      <h2 className="section-title">{translate('近7天的变化')}</h2>
      <div className="home-chart-place" aria-hidden>
        <WeekChart days={days} />
      </div>
      <div className="home-scroll" tabIndex={-1}>
        <table className="home-table">
          <thead>
            <tr>
              <th scope="col">{translate('日期')}</th>
              {series.map(([name, label]) => (
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
                {series.map(([name, label, module]) => (
                  <td key={name}>
                    <Link
                      className="home-number"
                      to={filtered(path, { module: [module], from: day.day, to: day.day })}
                      aria-label={`${day.day} ${translate(label)} ${day[name]}`}
                    >
                      {day[name]}
                    </Link>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
