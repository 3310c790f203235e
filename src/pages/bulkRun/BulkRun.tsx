import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'

import { errorSentence } from '../../../providers/envelope.ts'
import { bulkRows, bulkRuns } from '../../../resources/bulk.ts'
import { type BulkChoice, bulkChoicesOf, splitIntoChoices } from '../../../resources/domain/bulkChoices.ts'
import { resourceNamed } from '../../../resources/index.ts'
import { type AnyRecord, isEntity, type OutputOf } from '../../../resources/kit/index.ts'
import { choiceLabel } from '../../record/actions/bulk/choiceLabel.ts'
import { timestampText } from '../../fields/dates/dates.ts'
import { Cell } from '../../fields/kinds.tsx'
import { refreshRows } from '../../form/saving/refreshRows.ts'
import { ResourceList } from '../../list/ResourceList.tsx'
import { FormDialog } from '../../record/actions/FormDialog.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { ProgressBar } from '../../ui/progress/ProgressBar.tsx'
import { useGrouped } from '../../language/countText.ts'
import { useFormats } from '../../language/useLanguage.ts'
import { IntentLink } from '../../routing/IntentLink.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import { goesUnanswered, UnansweredNote } from '../../ui/progress/UnansweredNote.tsx'
import { PageState, PageTitle } from '../../layout/pageSlots.tsx'
import { pathTo } from '../../routing/paths.ts'
import { useCall, useServedCall } from '../../session/useCall.ts'
import { useRights } from '../../session/useRights.ts'

import './bulkRun.css'

type Run = OutputOf<typeof bulkRuns.calls.one>

const reportPath = bulkRuns.views.show!.path
/** Milliseconds between two requests for the progress of a running action. */
const POLL_MS = 1_000

const subjectOf = ({ resource }: Run) => {
  const found = resourceNamed(resource)
  return found && isEntity(found) ? found : undefined
}

/** The answers of the dialog: the new values of the fields, a reason. */
const Asked = ({ run }: { run: Run }) => {
  const translate = useTranslate()
  const subject = subjectOf(run)
  const ask = subject?.actions[run.actionName]?.ask
  const choices: Readonly<Record<string, BulkChoice>> =
    ask || !subject
      ? Object.fromEntries(Object.entries(ask ?? {}).map(([name, field]) => [name, { field }]))
      : bulkChoicesOf(subject)
  const answers: typeof run.answers = subject ? splitIntoChoices(subject, run.answers) : run.answers
  const asked = Object.entries(choices).flatMap(([name, choice]) =>
    name in answers ? [{ name, choice, value: answers[name] }] : [],
  )
  if (asked.length === 0 || run.undoes !== null) return null
  return (
    <dl className="bulk-run-asked">
      {asked.map(({ name, choice, value }) => (
        <div key={name}>
          <dt>{choiceLabel(choice, translate)}</dt>
          <dd>
            <Cell field={choice.field} value={value} record={{ id: run.id, ...run.answers }} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Progress = ({ run }: { run: Run }) => {
  const translate = useTranslate()
  const grouped = useGrouped()
  const { total, done, skipped, failed, waiting, state, startsIn = 0 } = run
  const counts = [
    [translate('已完成'), done],
    [translate('跳过'), skipped],
    [translate('失败'), failed],
    [translate('未处理'), waiting],
  ] as const
  return (
    <>
      {state === 1 && <ProgressBar value={total - waiting} max={total} />}
      <p role="status">
        {translate('共 %{total} 条', { total: grouped(total) })}
        {startsIn > 0 &&
          ` · ${translate('%{count} 秒后开始，在此之前停止不会改变任何记录', { count: startsIn })}`}
        {counts.map(([label, count]) => (count > 0 ? ` · ${label} ${grouped(count)}` : ''))}
      </p>
    </>
  )
}

type DialogProps = { run: Run; onClose: () => void }

const UndoDialog = ({ run, onClose }: DialogProps) => {
  const translate = useTranslate()
  const grouped = useGrouped()
  const navigate = useNavigate()
  const undoing = useServedCall('bulkRuns.undo')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => undoing!({ id: run.id }),
    onSuccess: ({ id }) => {
      onClose()
      void navigate(pathTo(reportPath, id))
    },
  })
  return (
    <FormDialog
      title={translate('撤销“%{action}”', { action: translate(run.action) })}
      text={translate('将恢复 %{count} 条记录；操作后又被修改的记录保持不变。撤销会记入重要日志。', {
        count: grouped(run.undoable),
      })}
      fields={none}
      draftName={`undo ${run.id}`}
      submitLabel={translate('撤销')}
      isRunning={isPending}
      onClose={onClose}
      onSubmit={() => mutate()}
    >
      {error && (
        <p className="failures" role="alert">
          {translate('撤销失败：%{sentence}', { sentence: errorSentence(error, translate) })}
        </p>
      )}
    </FormDialog>
  )
}
const none = {}

const Ways = ({ run, onStopped }: { run: Run; onStopped: () => void }) => {
  const translate = useTranslate()
  const stopping = useServedCall('bulkRuns.stop')
  const undoing = useServedCall('bulkRuns.undo')
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => stopping!({ id: run.id }),
    onSettled: onStopped,
  })
  const list = subjectOf(run)?.views.list
  return (
    <div className="cluster">
      {list && <ButtonLink to={list.path}>{translate('返回列表')}</ButtonLink>}
      {run.state === 1 && stopping && (
        <Button isDanger disabled={isPending} onClick={() => mutate()}>
          {translate('停止')}
        </Button>
      )}
      {run.undoable > 0 && undoing && <Button onClick={() => setAsking(true)}>{translate('撤销')}</Button>}
      {run.undoneBy !== null && (
        <IntentLink to={pathTo(reportPath, run.undoneBy)}>{translate('查看撤销结果')}</IntentLink>
      )}
      {run.undoes !== null && (
        <IntentLink to={pathTo(reportPath, run.undoes)}>{translate('查看原操作')}</IntentLink>
      )}
      {isAsking && <UndoDialog run={run} onClose={() => setAsking(false)} />}
    </div>
  )
}

/** The page of the record of a result; none for records that the action has moved to the recycle bin. */
const useRecordPath = (run: Run) => {
  const { pathOf } = useRights()
  const subject = subjectOf(run)
  const isRemoval = subject?.actions[run.actionName]?.undo?.includes('.') === true
  return ({ recordId }: AnyRecord) =>
    subject && !isRemoval ? pathOf(subject, { id: Number(recordId) }) : undefined
}

type ReportProps = { run: Run; isUnanswered: boolean; onStopped: () => void }

const Report = ({ run, isUnanswered, onStopped }: ReportProps) => {
  const translate = useTranslate()
  const formats = useFormats()
  const client = useQueryClient()
  const filter = useMemo(() => ({ runId: run.id }), [run.id])
  const isAtWork = run.state === 1
  // The results below and the list of the entity are read anew at the end, and up to ten times before.
  const tenthsLeft = Math.ceil((10 * run.waiting) / run.total)
  const isBeginning = isAtWork && tenthsLeft === 10
  useEffect(() => void (isBeginning || refreshRows(client)), [client, isAtWork, isBeginning, tenthsLeft])
  const title = translate('%{action}：%{kind}', { action: translate(run.action), kind: translate(run.kind) })
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageState>
        <Cell field={bulkRuns.fields.state} value={run.state} record={run} />
      </PageState>
      <section className="panel bulk-run" aria-label={title}>
        <Progress run={run} />
        {isAtWork && isUnanswered && <UnansweredNote />}
        <Asked run={run} />
        <p className="secondary">
          {translate('%{name} 于 %{time} 开始', {
            name: run.createdByName,
            time: timestampText(run.createdAt, formats),
          })}
          {isAtWork && ` · ${translate('可以离开页面，操作会继续进行')}`}
        </p>
        <Ways run={run} onStopped={onStopped} />
      </section>
      <ResourceList
        resource={bulkRows}
        storeKey={`bulkRows.${run.id}`}
        filter={filter}
        rowPath={useRecordPath(run)}
      />
    </>
  )
}

/** 操作结果: the progress of a bulk action, its results by record, and its undo. */
export const BulkRun = () => {
  const id = Number(useParams()['id'])
  const query = useCall(
    'bulkRuns.one',
    { id },
    { staleTime: 0, refetchInterval: ({ state: { data } }) => (data?.state === 1 ? POLL_MS : false) },
  )
  return (
    <Loaded query={query}>
      {run => (
        <Report run={run} isUnanswered={goesUnanswered(query)} onStopped={() => void query.refetch()} />
      )}
    </Loaded>
  )
}
