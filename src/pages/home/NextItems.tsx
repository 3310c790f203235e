import { useNotify, useTranslate } from 'ra-core'

import { reviewKinds, reviews } from '../../../resources/reviews.ts'
import { WaitingTime } from '../../fields/dates/WaitingTime.tsx'
import { useDecisions } from '../../review/decisions/useDecisions.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import { useCall, useServedCall } from '../../session/useCall.ts'
import { useRights } from '../../session/useRights.ts'
import { approvalFor, detailPath, type WaitingRow } from './approval.ts'

const desk = reviews.pages['desk']!
const pageSize = 5

const kindLabel = (kind: string) => reviewKinds.find(([name]) => name === kind)?.[1] ?? kind
const keyOf = ({ kind, id }: WaitingRow) => `${kind} ${id}`

type Decisions = ReturnType<typeof useDecisions>

type ItemProps = { row: WaitingRow; slaHours: number; work: Decisions }

const QueueItem = ({ row, slaHours, work: { entries, add, undo } }: ItemProps) => {
  const translate = useTranslate()
  const { title, kind, language, since, isOverdue } = row
  const key = keyOf(row)
  const decision = entries.find(entry => entry.key === key)
  const approval = approvalFor(row)
  const approve = ({ input, send }: NonNullable<typeof approval>) => {
    const label = translate('%{verb}“%{title}”@dialog', { verb: translate('通过'), title })
    add({ key, label, size: new TextEncoder().encode(JSON.stringify(input)).length, send })
  }
  return (
    <li className="home-item">
      <div className="home-item-text">
        <strong className="home-item-title">{title}</strong>
        <span className="caption home-item-facts">
          <span>
            {translate(kindLabel(kind))}
            {language === 'EN' && ` · ${translate('英文')}`}
          </span>
          <WaitingTime since={since} isOverdue={isOverdue === 1} hours={slaHours} />
        </span>
      </div>
      {decision ? (
        <div className="cluster" role="status">
          <span className="caption">
            {decision.isSending ? translate('正在提交…') : translate('即将通过')}
          </span>
          {!decision.isSending && (
            <Button
              look="quiet"
              aria-label={translate('撤销：%{label}', { label: decision.label })}
              onClick={() => undo(key)}
            >
              {translate('撤销')}
            </Button>
          )}
        </div>
      ) : (
        <div className="cluster">
          <ButtonLink
            look="quiet"
            to={detailPath(row, desk.path)}
            aria-label={translate('%{label}：%{text}', { label: translate('查看'), text: title })}
          >
            {translate('查看')}
          </ButtonLink>
          {approval && (
            <Button
              aria-label={translate('%{label}：%{text}', { label: translate('通过'), text: title })}
              onClick={() => approve(approval)}
            >
              {translate('通过')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

const QueueItems = () => {
  const translate = useTranslate()
  const notify = useNotify()
  const work = useDecisions({
    onSent: () => {},
    onFailed: ({ label }, message) =>
      notify(translate('%{label}未生效：%{message}', { label, message }), { type: 'error' }),
  })
  const query = useCall('reviews.queue', { pageSize }, { staleTime: 0 })
  return (
    <Loaded query={query}>
      {({ records, slaHours }) =>
        records.length > 0 && (
          <section className="panel" aria-label={translate('等待最久')}>
            <h2 className="section-title">{translate('等待最久')}</h2>
            <ul className="plain-list lined">
              {records.map(row => (
                <QueueItem key={keyOf(row)} row={row} slaHours={slaHours} work={work} />
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  )
}

/**
 * The items that have waited longest; each can be opened or approved here, and an approval undone for ten seconds.
 */
export const NextItems = () => {
  const isServed = useServedCall('reviews.queue') !== null
  const { mayOpen } = useRights()
  return isServed && mayOpen(desk) ? <QueueItems /> : null
}
