import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'

import { transfers } from '../../../resources/lawyers/transfers.ts'
import { reviewKinds, reviews } from '../../../resources/reviews.ts'
import { useRights } from '../../shell/useRights.ts'
import { filtered } from '../../shell/filtered.ts'
import { waitedFor } from '../../review/waitedFor.ts'
import type { Summary } from './summary.ts'

const desk = reviews.pages['desk']!
const list = transfers.views.list!

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

type RowProps = { label: string; waiting: Summary['waiting']['card']; to: string; toOverdue: string }

const Row = ({ label, waiting: { all, overdue, oldest }, to, toOverdue }: RowProps) => {
  const translate = useTranslate()
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        <Count value={all} to={to} label={translate('%{label}待审', { label })} />
      </td>
      <td>
        <Count value={overdue} to={toOverdue} label={translate('%{label}已超时', { label })} isBad />
      </td>
      <td>{oldest ? translate('%{waited}前', { waited: waitedFor(oldest, translate) }) : '—'}</td>
    </tr>
  )
}

/** What waits for a decision, by kind and age; each number is the queue that it counts. */
export const Waiting = ({ waiting }: { waiting: Summary['waiting'] }) => {
  const translate = useTranslate()
  const { can, mayOpen } = useRights()
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
            const to = `${desk.path}?kind=${kind}`
            return (
              <Row
                key={kind}
                label={translate(label)}
                waiting={waiting[kind]}
                to={to}
                toOverdue={`${to}&overdue=1`}
              />
            )
          })}
          {waiting.transfer && can(transfers, 'agree') && mayOpen(list) && (
            <Row
              label={translate(transfers.label)}
              waiting={waiting.transfer}
              to={filtered(list.path, { status: 0 })}
              toOverdue={filtered(list.path, { status: 0 })}
            />
          )}
        </tbody>
      </table>
    </section>
  )
}
