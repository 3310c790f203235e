import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'

import { cards } from '../../../resources/cards/index.ts'
import { filteredListPath } from '../../../resources/kit/filteredListPath.ts'
import { sufficientCompleteness, reviews } from '../../../resources/reviews.ts'
import { Cell } from '../../fields/kinds.tsx'
import type { Summary } from './summary.ts'

const { organizationId: field } = reviews.fields

/** Completeness of the cards per office, with links to the lists behind the numbers. */
export const OfficeCompleteness = ({ offices }: { offices: Summary['offices'] }) => {
  const translate = useTranslate()
  return (
    <section className="panel" aria-label={translate('各律所名片完整度')}>
      <h2 className="section-title">{translate('各律所名片完整度')}</h2>
      <div className="home-scroll" tabIndex={-1}>
        <table className="home-table">
          <thead>
            <tr>
              <th scope="col">{translate('律所')}</th>
              <th scope="col">{translate('平均完整度')}</th>
              <th scope="col">{translate('名片')}</th>
              <th scope="col">
                {translate('低于%{completeEnough}%', { completeEnough: sufficientCompleteness })}
              </th>
            </tr>
          </thead>
          <tbody>
            {offices.map(({ organizationId, cards: count, completeness, incomplete }) => (
              <tr key={organizationId}>
                <th scope="row">
                  <Cell field={field} value={organizationId} record={{ id: organizationId }} />
                </th>
                <td>{completeness}%</td>
                <td>
                  <Link
                    className="home-number"
                    to={filteredListPath(cards, { organizationId })}
                    aria-label={translate('名片 %{count}', { count })}
                  >
                    {count}
                  </Link>
                </td>
                <td>
                  {incomplete > 0 && (
                    <Link
                      className="home-number"
                      to={filteredListPath(cards, {
                        organizationId,
                        completenessMax: sufficientCompleteness - 1,
                      })}
                      aria-label={translate('低于%{completeEnough}% %{incomplete}', {
                        completeEnough: sufficientCompleteness,
                        incomplete,
                      })}
                    >
                      {incomplete}
                    </Link>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
