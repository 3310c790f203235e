import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify, useTranslate } from 'ra-core'
import { type ComponentType, type ReactNode, useState } from 'react'

import type { AdminDataProvider } from '../../../providers/dataProvider.ts'
import type { AnyRecord, AnyEntity } from '../../../resources/kit/index.ts'
import { lazyComponent } from '../../shell/lazyComponent.tsx'
import { failureOf } from '../../form/failure.ts'
import type { ActionFailure } from './ActionDialog.tsx'
import { dialogFieldsOf } from './dialogFields.ts'
import { refreshRows } from '../../form/refreshRows.ts'
import type { Secret } from './SecretDialog.tsx'
import { isOffered, type NamedAction } from '../../shell/useRights.ts'
import { recordTitle } from '../../shell/recordTitle.ts'

// Forms come with the first dialog, not with the list.
const ActionDialog = lazyComponent(() => import('./ActionDialog.tsx').then(it => it.ActionDialog))
type Subject = { resource: AnyEntity; action: NamedAction; record: AnyRecord }
export type OwnDialogProps = Subject & { onClose: () => void }
const ownDialogs = {
  download: lazyComponent(() => import('./DownloadDialog.tsx').then(it => it.DownloadDialog)),
  devices: lazyComponent(() => import('../devices/DevicesDialog.tsx').then(it => it.DevicesDialog)),
} satisfies Record<NonNullable<NamedAction['dialog']>, ComponentType<OwnDialogProps>>
export const LazySecretDialog = lazyComponent(() => import('./SecretDialog.tsx').then(it => it.SecretDialog))
export const preloadDialogs = ActionDialog.preload

type Task = { action: NamedAction; records: readonly AnyRecord[]; failures: readonly ActionFailure[] }
/** What an action about no record is about. */
const noRecord = [{ id: 0 }] satisfies AnyRecord[]

const needsDialog = (resource: AnyEntity, action: NamedAction, count: number) =>
  action.isDanger === true ||
  action.dialog !== undefined ||
  action.confirm !== undefined ||
  count > 1 ||
  Object.keys(dialogFieldsOf(action, resource.calls[action.call]!.who)).length > 0

/** Runs an action over records, one after the other, so that a slow server is not flooded and each has its answer. */
const useRun = ({ name }: AnyEntity) => {
  const translate = useTranslate()
  const { act } = useDataProvider<AdminDataProvider>()
  const client = useQueryClient()
  const [done, setDone] = useState(0)
  const { mutateAsync, isPending } = useMutation({
    mutationKey: [name],
    mutationFn: async ({ action, records, answers }: Omit<Task, 'failures'> & { answers: object }) => {
      const succeeded: AnyRecord[] = []
      const failures: ActionFailure[] = []
      const secrets: Secret[] = []
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
 * The one way actions are taken, from rows, selections and details: asks first where something is to be asked, runs,
 * and says only what the screen does not show by itself. `onDone` hears of the records that succeeded.
 */
export const useActions = (
  resource: AnyEntity,
  onDone?: (records: readonly AnyRecord[], action: NamedAction) => void,
) => {
  const translate = useTranslate()
  const notify = useNotify()
  const { run, isRunning, done } = useRun(resource)
  const [task, setTask] = useState<Task | null>(null)
  const [secrets, setSecrets] = useState<readonly Secret[]>([])
  const close = () => setTask(null)
  const titleOf = (record: AnyRecord) => recordTitle(resource, record, translate)

  const take = async ({ action, records }: Task, answers: object, isAsked: boolean) => {
    const { succeeded, failures, ...outcome } = await run({ action, records, answers })
    const [failure] = failures
    if (outcome.secrets.length > 0) setSecrets(outcome.secrets)
    setTask(failure && isAsked ? { action, records: failures.map(it => it.record), failures } : null)
    if (failure && !isAsked) notify(failure.message, { type: 'error' })
    if (succeeded.length > 0) onDone?.(succeeded, action)
  }
  const start = (action: NamedAction, chosen: readonly AnyRecord[] = noRecord) => {
    const records = chosen.filter(record => isOffered(action, record))
    if (records.length === 0)
      return notify(translate('所选项目当前都不能%{label}', { label: translate(action.label) }), {
        type: 'warning',
      })
    const next = { action, records, failures: [] }
    if (needsDialog(resource, action, records.length)) setTask(next)
    else void take(next, {}, false)
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
          onRun={answers => void take(task, answers, true)}
        />
      )}
      {secrets.length > 0 && (
        <LazySecretDialog secrets={secrets} titleOf={titleOf} onClose={() => setSecrets([])} />
      )}
    </>
  )
  return { start, dialogs }
}
