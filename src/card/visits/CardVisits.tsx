import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { cards } from '../../../resources/cards/index.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import { type VisitKind, visitKinds } from '../../../resources/cards/visits.ts'
import { useGrouped } from '../../language/countText.ts'
import { useFormats } from '../../language/useLanguage.ts'
import { RecordPart } from '../../record/RecordPart.tsx'
import { useCall } from '../../session/useCall.ts'
import { useRights } from '../../session/useRights.ts'
import { Pills } from '../../ui/Pills.tsx'

import './visits.css'

type Visits = OutputOf<(typeof cards.calls)['visits']>
type By = 'day' | 'month'

const labels: Readonly<Record<VisitKind, string>> = {
  open: '打开次数',
  save: '存通讯录次数',
  call: '拨打次数',
}
const spans = [
  ['day', '近30天'],
  ['month', '近12个月'],
] as const

/** Returns a function that names a period by its first day. */
const usePeriodText = (by: By) => {
  const { day, month } = useFormats()
  return (start: string) => (by === 'day' ? day(start) : month(start.slice(0, 7)))
}

type PeriodsProps = Pick<Visits, 'periods'> & { by: By }

/** A bar for each period with the number of openings. Hidden from screen readers, which read the table of the same numbers. */
const OpeningBars = ({ periods, by }: PeriodsProps) => {
  const periodText = usePeriodText(by)
  const highest = Math.max(1, ...periods.map(({ open }) => open))
  return (
    <div aria-hidden>
      <div className="visit-bars">
        {periods.map(({ start, open }) => (
          <i key={start} style={{ height: `${(open / highest) * 100}%` }} />
        ))}
      </div>
      <div className="visit-ends">
        <span>{periodText(periods[0]!.start)}</span>
        <span>{periodText(periods.at(-1)!.start)}</span>
      </div>
    </div>
  )
}

const VisitTable = ({ periods, by }: PeriodsProps) => {
  const translate = useTranslate()
  const grouped = useGrouped()
  const periodText = usePeriodText(by)
  return (
    <details className="visit-details">
      <summary>{translate(by === 'day' ? '每天的次数' : '每月的次数')}</summary>
      <table className="visit-table">
        <thead>
          <tr>
            <th scope="col">{translate('日期')}</th>
            {visitKinds.map(kind => (
              <th key={kind} scope="col">
                {translate(labels[kind])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {periods.toReversed().map(period => (
            <tr key={period.start}>
              <th scope="row">{periodText(period.start)}</th>
              {visitKinds.map(kind => (
                <td key={kind}>{grouped(period[kind])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

const VisitCounts = ({ visits: { isOn, periods }, by }: { visits: Visits; by: By }) => {
  const translate = useTranslate()
  const grouped = useGrouped()
  const totalOf = (kind: VisitKind) => periods.reduce((sum, period) => sum + period[kind], 0)
  const isEmpty = visitKinds.every(kind => totalOf(kind) === 0)
  return (
    <>
      {isOn === 0 && <p className="secondary">{translate('数据计数已关闭，不再增加。')}</p>}
      {isEmpty ? (
        <p className="secondary">{translate('这段时间没有记录到访问。')}</p>
      ) : (
        <>
          <dl className="visit-totals">
            {visitKinds.map(kind => (
              <div key={kind}>
                <dt>{translate(labels[kind])}</dt>
                <dd>{grouped(totalOf(kind))}</dd>
              </div>
            ))}
          </dl>
          <OpeningBars periods={periods} by={by} />
          <VisitTable periods={periods} by={by} />
        </>
      )}
    </>
  )
}

type Props = { id?: number; organizationId?: number; className?: string }

const ServedVisits = ({ className, ...whose }: Props) => {
  const translate = useTranslate()
  const [by, setBy] = useState<By>('day')
  const query = useCall('cards.visits', { ...whose, by })
  return (
    <RecordPart
      title={translate('名片访问')}
      query={query}
      className={className ? `visits ${className}` : 'visits'}
      tools={<Pills aria-label={translate('时间范围')} options={spans} value={by} onChange={setBy} />}
    >
      {visits => visits.periods.length > 0 && <VisitCounts visits={visits} by={by} />}
    </RecordPart>
  )
}

/**
 * How often visitors opened a card, saved it or called from it; of an office's cards, or of all that the user may read.
 * Nothing with a back-end that does not count.
 */
export const CardVisits = (props: Props) => {
  const { can } = useRights()
  return can(cards, 'visits') ? <ServedVisits {...props} /> : null
}
