import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'

import { troubles as advice } from '../../../resources/domain/troubles.ts'
import { timestampText } from '../../fields/dates/dates.ts'
import { useServedCall } from '../../session/useCall.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { FormSkeleton } from '../../states/FormSkeleton.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import { useFormats } from '../../language/useLanguage.ts'
import { type StatusFacts, type StatusRow, statusRows } from './statusRows.ts'

import './status.css'

const StateChip = ({ troubles, isOff, isTrial }: StatusRow) => {
  const translate = useTranslate()
  if (troubles.length > 0) return <span className="chip chip-bad">{translate('需要处理')}</span>
  if (isTrial) return <span className="chip chip-waiting">{translate('仅供测试')}</span>
  return isOff ? (
    <span className="chip chip-faint">{translate('未启用')}</span>
  ) : (
    <span className="chip chip-good">{translate('正常@status')}</span>
  )
}

const StatusItem = ({ row }: { row: StatusRow }) => {
  const translate = useTranslate()
  const { title, facts, troubles, path } = row
  return (
    <li className="status-row">
      <h2>{title}</h2>
      <div className="status-facts">
        {facts.map(fact => (
          <p key={fact}>{fact}</p>
        ))}
        {troubles.map(trouble => (
          <p key={trouble} className="note is-bad">
            {translate(advice[trouble])}
          </p>
        ))}
      </div>
      <div className="cluster">
        <StateChip {...row} />
        {path && (
          <ButtonLink
            to={path}
            look="quiet"
            aria-label={translate('%{label}：%{text}', { label: translate('查看'), text: title })}
          >
            {translate('查看')}
          </ButtonLink>
        )}
      </div>
    </li>
  )
}

type ReportProps = { status: StatusFacts; isChecking: boolean; onCheck: () => void }

const Report = ({ status, isChecking, onCheck }: ReportProps) => {
  const translate = useTranslate()
  const formats = useFormats()
  const count = status.troubles.length
  return (
    <section className="stack status-page" aria-label={translate('运行状态')}>
      <div className={count > 0 ? 'note is-bad' : 'note is-good'} role="status">
        <p>{count > 0 ? translate('有 %{count} 项需要处理。', { count }) : translate('一切正常。')}</p>
      </div>
      <ul className="plain-list lined panel">
        {statusRows(status, formats, translate).map(row => (
          <StatusItem key={row.title} row={row} />
        ))}
      </ul>
      <div className="cluster">
        <Button disabled={isChecking} onClick={onCheck}>
          {translate('重新检查')}
        </Button>
        <span className="caption">
          {translate('检查于 %{time}', { time: timestampText(status.checkedAt, formats) })}
        </span>
      </div>
    </section>
  )
}

/** Page 运行状态: the state of the installation, and problems that the operator should fix. */
export const StatusPage = () => {
  const translate = useTranslate()
  const readCall = useServedCall('status.read')
  const query = useQuery({
    queryKey: ['status', 'read'],
    enabled: readCall !== null,
    queryFn: ({ signal }) => readCall!({}, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  if (readCall === null) return <p className="note">{translate('当前的后端不提供这项检查。')}</p>
  return (
    <Loaded query={query} loading={<FormSkeleton />}>
      {status => (
        <Report status={status} isChecking={query.isFetching} onCheck={() => void query.refetch()} />
      )}
    </Loaded>
  )
}
