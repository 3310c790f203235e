import { useResourceContext, useShowContext, useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'

import { filteredListPath } from '../../../resources/kit/filteredListPath.ts'
import { type AnyRecord, isSentenceIn, type OutputOf } from '../../../resources/kit/index.ts'
import { logs, myLogs } from '../../../resources/logs.ts'
import { Cell } from '../../fields/kinds.tsx'
import { PageState } from '../../layout/pageSlots.tsx'
import { TimelineDialog } from '../../record/timeline/TimelineDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { ShowRecord } from '../../record/ShowRecord.tsx'
import type { Translate } from '../../../resources/kit/translate.ts'
import { useServedCall } from '../../session/useCall.ts'
import { LoggedChanges } from './LoggedChanges.tsx'
import { useTargetPath } from './useTargetPath.ts'

import './logDetail.css'

type Log = OutputOf<typeof logs.calls.one> & AnyRecord
type LogFieldName = keyof typeof logs.fields

/** Page 日志详情 of both logs: who did what to which record, why, and what changed. */
export const LogDetail = () => (
  <ShowRecord>
    <LogContent />
  </ShowRecord>
)

const FieldValue = ({ log, name }: { log: Log; name: LogFieldName }) => (
  <Cell field={logs.fields[name]} value={log[name]} record={log} isWhole />
)

/** Text of a field; translated if the product wrote it. */
const fieldText = (log: Log, name: 'operatorName' | 'targetName' | 'reason', translate: Translate) =>
  isSentenceIn(logs.fields[name], log) ? translate(log[name] ?? '') : log[name]

/** A label with its value. */
const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const FieldFact = ({ log, name }: { log: Log; name: LogFieldName }) => {
  const translate = useTranslate()
  return log[name] == null || log[name] === '' ? null : (
    <Fact label={translate(logs.fields[name].label)}>
      <FieldValue log={log} name={name} />
    </Fact>
  )
}

const Operator = ({ log }: { log: Log }) => {
  const translate = useTranslate()
  return (
    <Fact label={translate(logs.fields.operatorName.label)}>
      <span className="cluster log-person">
        <strong>{fieldText(log, 'operatorName', translate)}</strong>
        {log.officeLevel !== null && <FieldValue log={log} name="officeLevel" />}
        {log.operatorType === 2 && <FieldValue log={log} name="operatorType" />}
      </span>
    </Fact>
  )
}

/** Records with a timeline of their own, which stays when the record is deleted. */
const withTimeline: readonly (string | null)[] = ['lawyers', 'admins', 'cards', 'articles', 'offices']

const TimelineOfTarget = ({ log: { targetType: type, targetId: id } }: { log: Log }) => {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  if (useServedCall('timeline.page') === null || !type || !id || !withTimeline.includes(type)) return null
  return (
    <>
      <Button look="link" onClick={() => setOpen(true)}>
        {translate('时间线')}
      </Button>
      {isOpen && (
        <TimelineDialog
          type={type}
          id={id}
          restoring={{ resource: type }}
          fallback={null}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const LogTarget = ({ log }: { log: Log }) => {
  const translate = useTranslate()
  const path = useTargetPath(log)
  const name = fieldText(log, 'targetName', translate)
  if (!log.targetName) return null
  return (
    <Fact label={translate(logs.fields.targetName.label)}>
      {path ? <Link to={path}>{name}</Link> : name} <TimelineOfTarget log={log} />
    </Fact>
  )
}

/** Link to the log entries of the same batch. */
const BatchLink = ({ log }: { log: Log }) => {
  const translate = useTranslate()
  const entity = useResourceContext() === myLogs.name ? myLogs : logs
  if (log.batchId === null) return null
  return (
    <Fact label={translate(logs.fields.batchId.label)}>
      <Link to={filteredListPath(entity, { batchId: log.batchId })}>
        {log.batchCount
          ? translate('批次 %{batchId}，共 %{batchCount} 项', {
              batchId: log.batchId,
              batchCount: log.batchCount,
            })
          : translate('批次 %{batchId}', { batchId: log.batchId })}
      </Link>
    </Fact>
  )
}

const LogContent = () => {
  const translate = useTranslate()
  const { record } = useShowContext<Log>()
  if (!record) return null
  return (
    <div className="show log">
      <PageState>
        <FieldValue log={record} name="result" />
      </PageState>
      <section className="show-section" aria-label={translate('操作')}>
        <p className="log-summary">{translate(record.summary)}</p>
        <dl>
          <FieldFact log={record} name="createdAt" />
          <Operator log={record} />
          <FieldFact log={record} name="organizationId" />
          <Fact label={translate(logs.fields.module.label)}>
            <FieldValue log={record} name="module" /> · <FieldValue log={record} name="action" />
          </Fact>
          <LogTarget log={record} />
          <FieldFact log={record} name="targetOrgId" />
          <FieldFact log={record} name="errorCode" />
          <BatchLink log={record} />
        </dl>
        {record.reason && (
          <p className="note log-reason">
            <span className="caption">{translate('原因')}</span>
            {fieldText(record, 'reason', translate)}
          </p>
        )}
      </section>
      <LoggedChanges
        changes={record.diff}
        of={record.targetType}
        title={record.action === 'export' ? translate('导出条件') : translate('变更明细')}
      />
      <section className="show-section" aria-label={translate('来源')}>
        <h2>{translate('来源')}</h2>
        <dl>
          {(['ip', 'device', 'requestId'] as const).map(name => (
            <FieldFact key={name} log={record} name={name} />
          ))}
        </dl>
      </section>
    </div>
  )
}
