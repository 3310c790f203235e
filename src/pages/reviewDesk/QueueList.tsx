import { useTranslate } from 'ra-core'

import { reviewKinds, reviews } from '../../../resources/reviews.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Cell } from '../../fields/kinds.tsx'
import { useFormats } from '../../language/useLanguage.ts'
import { queueKeyOf, type QueueRow } from './subjects/subject.ts'
import { WaitingTime } from '../../fields/dates/WaitingTime.tsx'

const kindLabel = (kind: string) => reviewKinds.find(it => it[0] === kind)?.[1] ?? kind

type Props = {
  rows: readonly QueueRow[]
  /** Time limit for reviews, in hours. */
  slaHours: number
  current: string | undefined
  /** Keys of items whose decision failed. */
  returned: ReadonlySet<string>
  onChoose: (key: string) => void
}

export const QueueList = ({ rows, slaHours, current, returned, onChoose }: Props) => {
  const translate = useTranslate()
  const formats = useFormats()
  return (
    <ol className="plain-list desk-queue" aria-label={translate('待审队列')}>
      {rows.map(row => {
        const key = queueKeyOf(row)
        return (
          <li key={key}>
            <button
              type="button"
              className="desk-row"
              {...(key === current && { 'aria-current': 'true' as const })}
              onClick={() => onChoose(key)}
            >
              <span className="desk-row-title">
                {row.title}
                {row.language === 'EN' && <small className="caption">{translate('英文')}</small>}
              </span>
              <span className="caption">{translate(kindLabel(row.kind))}</span>
              <WaitingTime since={row.since} isOverdue={row.isOverdue === 1} hours={slaHours} />
              {row.question != null && (
                <Cell field={reviews.fields.question} value={row.question} record={row} />
              )}
              {row.proposedOn && (
                <span className="caption">
                  {translate('希望 %{day} 生效', { day: formats.day(row.proposedOn) })}
                </span>
              )}
              {row.submittedBy && (
                <span className="caption">{translate('由%{name}提交', { name: row.submittedBy })}</span>
              )}
              {row.assigneeName && (
                <span className="caption">{translate('分配给%{name}', { name: row.assigneeName })}</span>
              )}
              {returned.has(key) && <Chip tone="bad">{translate('未生效')}</Chip>}
            </button>
          </li>
        )
      })}
    </ol>
  )
}
