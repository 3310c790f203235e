import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify, useTranslate } from 'ra-core'
import { type ComponentType, type ReactNode, useState } from 'react'

import type { AdminDataProvider } from '../../../providers/dataProvider.ts'
import type { AnyRecord, AnyEntity } from '../../../resources/kit/index.ts'
import { lazyComponent } from '../../loading/lazyComponent.tsx'
import { failureOf } from '../../form/saving/failure.ts'
import type { ActionFailure } from './ActionDialog.tsx'
import { actionTitle, noRecord } from './actionTitle.ts'
import { actionDialogFields } from './dialogFields.ts'
import type { OwnDialogProps } from './ownDialog.ts'
import { refreshRows } from '../../form/saving/refreshRows.ts'
import type { RecordSecret } from './SecretDialog.tsx'
import { isActionOffered } from '../../../providers/access.ts'
import type { NamedAction } from '../../session/useRights.ts'
import { recordTitle } from '../../routing/recordTitle.ts'
import { useActionNotice } from './useActionNotice.tsx'
import { useDelay } from './useDelay.ts'

// Dialogs are loaded on demand, because they bring react-hook-form.
const ActionDialog = lazyComponent(() => import('./ActionDialog.tsx').then(it => it.ActionDialog))
const ownDialogs = {
  download: lazyComponent(() => import('./export/DownloadDialog.tsx').then(it => it.DownloadDialog)),
  viewAs: lazyComponent(() => import('../viewAs/ViewAsDialog.tsx').then(it => it.ViewAsDialog)),
  apiToken: lazyComponent(() => import('../tokens/NewTokenDialog.tsx').then(it => it.NewTokenDialog)),
  webhookTest: lazyComponent(() =>
    import('../webhooks/TestDeliveryDialog.tsx').then(it => it.TestDeliveryDialog),
  ),
  previewLink: lazyComponent(() => import('../previewLinks/NewLinkDialog.tsx').then(it => it.NewLinkDialog)),
  devices: lazyComponent(() => import('../devices/DevicesDialog.tsx').then(it => it.DevicesDialog)),
} satisfies Record<NonNullable<NamedAction['dialog']>, ComponentType<OwnDialogProps>>
export const LazySecretDialog = lazyComponent(() => import('./SecretDialog.tsx').then(it => it.SecretDialog))
export const preloadDialogs = ActionDialog.preload

type Task = { action: NamedAction; records: readonly AnyRecord[]; failures: readonly ActionFailure[] }
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
      let answer: unknown
      const failures: ActionFailure[] = []
      const secrets: RecordSecret[] = []
      for (const [index, record] of records.entries()) {
        setDone(index)
        try {
          const { data } = await act(name, action.name, record, answers)
          succeeded.push(record)
          answer = data
          const secret = action.shows && (data as Record<string, unknown> | null)?.[action.shows]
          if (typeof secret === 'string') secrets.push({ record, secret })
        } catch (error) {
          failures.push({ record, message: failureOf(error, translate).message })
        }
      }
      await refreshRows(client)
      return { succeeded, failures, secrets, answer }
    },
  })
  return { run: mutateAsync, isRunning: isPending, done }
}

type Shown = { secrets: readonly RecordSecret[]; kind: NamedAction['shows'] }

/**
 * Runs actions from lists, selections and record pages: opens a dialog if the action needs one, runs it, says what was
 * done, and reports failures and secrets. `onDone` receives the records for which it succeeded.
 */
export const useActions = (
  resource: AnyEntity,
  onDone?: (records: readonly AnyRecord[], action: NamedAction) => void,
) => {
  const translate = useTranslate()
  const notify = useNotify()
  const { run, isRunning, done } = useActionRun(resource)
  const [task, setTask] = useState<Task | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const close = () => setTask(null)
  const titleOf = (record: AnyRecord) => recordTitle(resource, record, translate)
  const announce = useActionNotice(resource)
  const delay = useDelay()

  async function execute({ action, records }: Task, answers: object, isAsked: boolean) {
    const { succeeded, failures, secrets, answer } = await run({ action, records, answers })
    const [failure] = failures
    if (secrets.length > 0) setShown({ secrets, kind: action.shows })
    setTask(failure && isAsked ? { action, records: failures.map(it => it.record), failures } : null)
    if (failure && !isAsked) notify(failure.message, { type: 'error' })
    if (succeeded.length === 0) return
    if (secrets.length === 0) announce({ action, records: succeeded, answer }, begin)
    onDone?.(succeeded, action)
  }
  function begin(action: NamedAction, records: readonly AnyRecord[]) {
    const next = { action, records, failures: [] }
    if (needsDialog(resource, action, records.length)) setTask(next)
    else if (action.isDelayed)
      delay({
        key: `${action.name} ${records.map(({ id }) => id).join()}`,
        label: actionTitle(translate(action.label), records, titleOf, translate),
        send: () => execute(next, {}, false),
      })
    else void execute(next, {}, false)
  }
  const start = (action: NamedAction, chosen: readonly AnyRecord[] = [noRecord]) => {
    const records = chosen.filter(record => isActionOffered(action, record))
    if (records.length > 0) return begin(action, records)
    notify(translate('所选项目当前都不能%{label}', { label: translate(action.label) }), { type: 'warning' })
  }
  const dialogs: ReactNode = (
    <>
      {task && (
        <TaskDialog
          resource={resource}
          task={task}
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

type TaskDialogProps = {
  resource: AnyEntity
  task: Task
  isRunning: boolean
  done: number
  onClose: () => void
  onRun: (answers: object) => void
}

/** The dialog of an action's own, or the one that asks before it. */
const TaskDialog = ({ resource, task, ...dialog }: TaskDialogProps) => {
  const { action, records } = task
  const OwnDialog = action.dialog && ownDialogs[action.dialog]
  return OwnDialog ? (
    <OwnDialog resource={resource} action={action} record={records[0]!} onClose={dialog.onClose} />
  ) : (
    <ActionDialog {...dialog} {...task} resource={resource} />
  )
}
