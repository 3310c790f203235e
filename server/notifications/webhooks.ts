import { rightSwitches } from '../../resources/domain/rights.ts'
import type { Db } from '../db/connection/open.ts'
import { notify } from './notify.ts'

type Hook = { firmId: number; name: string; adminId: number }

/** Tells the owner that a webhook was disabled because its receiver is gone or has failed for days. */
export const notifyWebhookDisabled = (
  db: Db,
  { firmId, name, adminId }: Hook,
  isGone: boolean,
  now: Date,
) => {
  const switches = { features: {}, rights: { ...rightSwitches }, miniProgram: {} }
  return notify(
    { caller: null, db, firmId, now, switches },
    {
      type: 1,
      level: 2,
      title: '事件推送已停用',
      content: isGone
        ? `事件推送“${name}”已停用：接收方答复不再接收（410）。`
        : `事件推送“${name}”已停用：连续多天推送失败。请检查接收方，然后重新启用。`,
      link: '/app/conf/webhooks',
    },
    { population: 1, ids: [adminId] },
  )
}
