import { notify, type Sender } from './notify.ts'

type FinishedRun = {
  id: number
  /** Label of the action. */
  action: string
  /** Label of the entity. */
  kind: string
  total: number
  done: number
  skipped: number
  failed: number
}

/** Notifies the person who started a bulk action of its result. */
export const notifyBulkFinished = async (sender: Sender, run: FinishedRun) => {
  const { caller } = sender
  if (!caller) return
  const { id, action, kind, total, done, skipped, failed } = run
  const content =
    done === total
      ? `${kind}共${total}项，已全部完成。`
      : `${kind}共${total}项，完成${done}项，跳过${skipped}项，失败${failed}项，原因见操作结果。`
  await notify(
    sender,
    {
      type: 1,
      title: `批量操作“${action}”已完成`,
      content,
      bizType: 'bulkRuns',
      bizId: id,
      link: `/app/bulk/${id}`,
    },
    { population: caller.population, ids: [caller.id] },
  )
}
