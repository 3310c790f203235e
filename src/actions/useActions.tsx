import { useNotify } from 'ra-core'
import { lazy, type ReactNode, Suspense, useState } from 'react'

import type { AnyRecord, AnyResource } from '../../resources/kit/index.ts'
import { askedBy } from './asked.ts'
import { isOffered, type NamedAction } from './useRights.ts'
import { type Failure, type Secret, useRun } from './useRun.ts'

// Forms come with the first dialog, not with the list.
const ActionDialog = lazy(() => import('./ActionDialog.tsx').then(it => ({ default: it.ActionDialog })))
const ExportDialog = lazy(() =>
  import('../export/ExportDialog.tsx').then(it => ({ default: it.ExportDialog })),
)
const SecretDialog = lazy(() => import('./SecretDialog.tsx').then(it => ({ default: it.SecretDialog })))

type Task = { action: NamedAction; records: readonly AnyRecord[]; failures: readonly Failure[] }
/** What an action about no record is about. */
const nobody = [{ id: 0 }] satisfies AnyRecord[]

const needsDialog = (resource: AnyResource, action: NamedAction, count: number) =>
  action.isDanger === true ||
  action.isDownload === true ||
  action.confirm !== undefined ||
  count > 1 ||
  Object.keys(askedBy(action, resource.calls[action.call]!.who)).length > 0

/**
 * The one way actions are taken, from rows, selections and details: asks first where something is to be asked, runs,
 * and says only what the screen does not show by itself. `onDone` hears of the records that succeeded.
 */
export const useActions = (
  resource: AnyResource,
  onDone?: (records: readonly AnyRecord[], action: NamedAction) => void,
) => {
  const notify = useNotify()
  const { run, isRunning, done } = useRun(resource)
  const [task, setTask] = useState<Task | null>(null)
  const [secrets, setSecrets] = useState<readonly Secret[]>([])
  const titleOf = (record: AnyRecord) => String(record[resource.title] ?? `${resource.label} ${record.id}`)

  const take = async ({ action, records }: Task, answers: object, isAsked: boolean) => {
    const { succeeded, failures, secrets: told } = await run({ action, records, answers })
    if (told.length > 0) setSecrets(told)
    const [failure] = failures
    if (failure && isAsked) setTask({ action, records: failures.map(it => it.record), failures })
    else setTask(null)
    if (failure && !isAsked) notify(failure.message, { type: 'error' })
    if (succeeded.length > 0) onDone?.(succeeded, action)
  }

  const start = (action: NamedAction, chosen: readonly AnyRecord[] = nobody) => {
    const records = chosen.filter(it => isOffered(action, it))
    if (records.length === 0) return notify(`所选项目当前都不能${action.label}`, { type: 'warning' })
    const next = { action, records, failures: [] }
    if (needsDialog(resource, action, records.length)) return setTask(next)
    return void take(next, {}, false)
  }

  const dialogs: ReactNode = (
    <Suspense fallback={null}>
      {task?.action.isDownload && (
        <ExportDialog resource={resource} action={task.action} onClose={() => setTask(null)} />
      )}
      {task && !task.action.isDownload && (
        <ActionDialog
          action={task.action}
          who={resource.calls[task.action.call]!.who}
          records={task.records === nobody ? [] : task.records}
          titleOf={titleOf}
          isRunning={isRunning}
          done={done}
          failures={task.failures}
          onClose={() => setTask(null)}
          onRun={answers => void take(task, answers, true)}
        />
      )}
      {secrets.length > 0 && (
        <SecretDialog secrets={secrets} titleOf={titleOf} onClose={() => setSecrets([])} />
      )}
    </Suspense>
  )
  return { start, isRunning, dialogs }
}
