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
  const rest = [
    skipped > 0 ? `跳过${skipped}项` : '',
    failed > 0 ? `失败${failed}项` : '',
    skipped + failed > 0 ? '原因见操作结果' : '',
  ]
  const content = [`${kind}共${total}项，已完成${done}项`, ...rest.filter(Boolean)].join('，')
  await notify(
    sender,
    {
      type: 1,
      title: `批量操作“${action}”已完成`,
      content: `${content}。`,
      bizType: 'bulkRuns',
      bizId: id,
      link: `/app/bulk/${id}`,
    },
    { population: caller.population, ids: [caller.id] },
  )
}
