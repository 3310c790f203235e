import { Link } from 'react-router-dom'

import { reviewKinds, reviews } from '../../../resources/reviews.ts'
import { useRights } from '../../actions/useRights.ts'
import { waitedFor } from '../../review/waitedFor.ts'
import type { Summary } from './summary.ts'
import { useTranslate } from '../../i18n/useTranslate.ts'

const desk = reviews.pages['desk']!

type NumberProps = { value: number; to: string; label: string; isBad?: boolean }

const Count = ({ value, to, label, isBad }: NumberProps) => (
  <Link
    className={isBad && value > 0 ? 'home-number is-bad' : 'home-number'}
    to={to}
    aria-label={`${label} ${value}`}
  >
    {value}
  </Link>
)

/** What waits for a decision, by kind and age; each number is the queue that it counts. */
export const Waiting = ({ waiting }: { waiting: Summary['waiting'] }) => {
  const translate = useTranslate()
  const { mayOpen } = useRights()
  if (!mayOpen(desk)) return null
  return (
    <section className="panel" aria-label={translate('待审核')}>
      <h2 className="section-title">{translate('待审核')}</h2>
      <table className="home-table">
        <thead>
          <tr>
            <th scope="col">{translate('类型')}</th>
            <th scope="col">{translate('待审')}</th>
            <th scope="col">{translate('已超时')}</th>
            <th scope="col">{translate('最早提交')}</th>
          </tr>
        </thead>
        <tbody>
          {reviewKinds.map(([kind, label]) => {
            const { all, overdue, oldest } = waiting[kind]
            const to = `${desk.path}?kind=${kind}`
            return (
              <tr key={kind}>
                <th scope="row">{label}</th>
                <td>
                  <Count value={all} to={to} label={translate('%{label}待审', { label })} />
                </td>
                <td>
                  <Count
                    value={overdue}
                    to={`${to}&overdue=1`}
                    label={translate('%{label}已超时', { label })}
                    isBad
                  />
                </td>
                <td>{oldest ? translate('%{waited}前', { waited: waitedFor(oldest) }) : '—'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
