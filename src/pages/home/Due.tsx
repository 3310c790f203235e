import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'

import { lawyers } from '../../../resources/lawyers/index.ts'
import { filtered } from '../../shell/filtered.ts'
import type { Summary } from './summary.ts'

const { path } = lawyers.views.list!

/** What is missing of people who practise; each number is the list of them. */
export const Due = ({ due }: { due: NonNullable<Summary['due']> }) => {
  const translate = useTranslate()
  const rows = [
    ['licence', translate('未登记执业证号'), due.licence],
    ['assessment', translate('未登记%{assessYear}年度考核', { assessYear: due.assessYear }), due.assessment],
  ] as const
  return (
    <section className="panel" aria-label={translate('执业证与考核')}>
      <h2 className="section-title">{translate('执业证与考核')}</h2>
      <p className="caption">{translate('在所律师中需要补登的人数')}</p>
      <ul className="plain-list lined home-due">
        {rows.map(([missing, label, count]) => (
          <li key={missing}>
            <span>{label}</span>
            <Link className="home-number" to={filtered(path, { missing })} aria-label={`${label} ${count}`}>
              {count}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
