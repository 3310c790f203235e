import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify, useTranslate } from 'ra-core'
import { type ComponentType, type ReactNode, useState } from 'react'

import type { AdminDataProvider } from '../../../providers/dataProvider.ts'
import type { AnyRecord, AnyEntity } from '../../../resources/kit/index.ts'
import { lazyComponent } from '../../shell/lazyComponent.tsx'
import { failureOf } from '../../form/failure.ts'
import type { ActionFailure } from './ActionDialog.tsx'
import { actionDialogFields } from './dialogFields.ts'
import type { OwnDialogProps } from './ownDialog.ts'
import { refreshRows } from '../../form/refreshRows.ts'
import type { RecordSecret } from './SecretDialog.tsx'
import { isActionOffered } from '../../../providers/access.ts'
import type { NamedAction } from '../../shell/useRights.ts'
import { recordTitle } from '../../shell/recordTitle.ts'

// Dialogs are loaded on demand, because they bring react-hook-form.
const ActionDialog = lazyComponent(() => import('./ActionDialog.tsx').then(it => it.ActionDialog))
const ownDialogs = {
  download: lazyComponent(() => import('./DownloadDialog.tsx').then(it => it.DownloadDialog)),
  viewAs: lazyComponent(() => import('../viewAs/ViewAsDialog.tsx').then(it => it.ViewAsDialog)),
  apiToken: lazyComponent(() => import('../apiTokens/NewTokenDialog.tsx').then(it => it.NewTokenDialog)),
  devices: lazyComponent(() => import('../devices/DevicesDialog.tsx').then(it => it.DevicesDialog)),
} satisfies Record<NonNullable<NamedAction['dialog']>, ComponentType<OwnDialogProps>>
export const LazySecretDialog = lazyComponent(() => import('./SecretDialog.tsx').then(it => it.SecretDialog))
export const preloadDialogs = ActionDialog.preload

type Task = { action: NamedAction; records: readonly AnyRecord[]; failures: readonly ActionFailure[] }
/** Placeholder for actions that concern no record. */
const noRecord = [{ id: 0 }] satisfies AnyRecord[]

const needsDialog = (resource: AnyEntity, action: NamedAction, count: number) =>
  action.isDanger === true ||
  action.dialog !== undefined ||
  action.confirm !== undefined ||
  count > 1 ||
  Object.keys(actionDialogFields(action, resource.calls[action.call]!.who)).length > 0

/**
 * Runs an action on one record after another, so that a slow server is not flooded and each record gets its own
 * result.
 */
const useActionRun = ({ name }: AnyEntity) => {
  const translate = useTranslate()
  const { act } = useDataProvider<AdminDataProvider>()
  const client = useQueryClient()
  const [done, setDone] = useState(0)
  const { mutateAsync, isPending } = useMutation({
    mutationKey: [name],
    mutationFn: async ({ action, records, answers }: Omit<Task, 'failures'> & { answers: object }) => {
      const succeeded: AnyRecord[] = []
      const failures: ActionFailure[] = []
      const secrets: RecordSecret[] = []
      for (const [index, record] of records.entries()) {
        setDone(index)
        try {
          const { data } = await act(name, action.name, record, answers)
          succeeded.push(record)
          const secret = action.shows && (data as Record<string, unknown> | null)?.[action.shows]
          if (typeof secret === 'string') secrets.push({ record, secret })
        } catch (error) {
          failures.push({ record, message: failureOf(error, translate).message })
        }
      }
      await refreshRows(client)
      return { succeeded, failures, secrets }
    },
  })
  return { run: mutateAsync, isRunning: isPending, done }
}

/**
 * Runs actions from lists, selections and record pages: opens a dialog if the action needs one, runs it, and reports
 * failures and secrets. `onDone` receives the records for which it succeeded.
 */
export const useActions = (
  resource: AnyEntity,
  onDone?: (records: readonly AnyRecord[], action: NamedAction) => void,
) => {
  const translate = useTranslate()
  const notify = useNotify()
  const { run, isRunning, done } = useActionRun(resource)
  const [task, setTask] = useState<Task | null>(null)
  const [shown, setShown] = useState<{ secrets: readonly RecordSecret[]; kind: NamedAction['shows'] } | null>(null)
  const close = () => setTask(null)
  const titleOf = (record: AnyRecord) => recordTitle(resource, record, translate)

  const execute = async ({ action, records }: Task, answers: object, isAsked: boolean) => {
    const { succeeded, failures, ...outcome } = await run({ action, records, answers })
    const [failure] = failures
    if (outcome.secrets.length > 0) setShown({ secrets: outcome.secrets, kind: action.shows })
    setTask(failure && isAsked ? { action, records: failures.map(it => it.record), failures } : null)
    if (failure && !isAsked) notify(failure.message, { type: 'error' })
    if (succeeded.length > 0) onDone?.(succeeded, action)
  }
  const start = (action: NamedAction, chosen: readonly AnyRecord[] = noRecord) => {
    const records = chosen.filter(record => isActionOffered(action, record))
    if (records.length === 0)
      return notify(translate('所选项目当前都不能%{label}', { label: translate(action.label) }), {
        type: 'warning',
      })
    const next = { action, records, failures: [] }
    if (needsDialog(resource, action, records.length)) setTask(next)
    else void execute(next, {}, false)
  }
  const OwnDialog = task?.action.dialog && ownDialogs[task.action.dialog]
  const dialogs: ReactNode = (
    <>
      {task && OwnDialog && (
        <OwnDialog resource={resource} action={task.action} record={task.records[0]!} onClose={close} />
      )}
      {task && !OwnDialog && (
        <ActionDialog
          {...task}
          who={resource.calls[task.action.call]!.who}
          records={task.records === noRecord ? [] : task.records}
          titleOf={titleOf}
          isRunning={isRunning}
          done={done}
          onClose={close}
          onRun={answers => void execute(task, answers, true)}
        />
      )}
      {shown && <LazySecretDialog {...shown} titleOf={titleOf} onClose={() => setShown(null)} />}
    </>
  )
  return { start, dialogs }
}
