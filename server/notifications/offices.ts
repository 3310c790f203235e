import type { Caller } from '../context/context.ts'
import { notify, type Sender } from './notify.ts'

/** Notifies the lawyers who were moved because their office was closed. */
export const notifyMoved = (sender: Sender, ids: readonly number[], from: string, to: string) =>
  notify(
    sender,
    {
      type: 1,
      title: '您的所属律所已变更',
      content: `因${from}停用，您已转入${to}。`,
      link: '/app/user/dashboard',
    },
    { population: 2, ids },
  )

type Transfer = { organizationId: number; officeName: string; adminId: number }

export const notifyMainAdmin = (
  sender: Sender & { caller: Caller },
  { organizationId, officeName, adminId }: Transfer,
) =>
  notify(
    sender,
    {
      type: 1,
      title: '您已成为主管理员',
      content: `${sender.caller.name}已将${officeName}的主管理员移交给您。`,
      bizType: 'office',
      bizId: organizationId,
      link: `/app/office/${organizationId}/admins`,
    },
    { population: 1, ids: [adminId] },
  )
