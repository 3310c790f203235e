import type { Population } from '../../resources/domain/role.ts'
import { filteredListPath } from '../../resources/kit/filteredListPath.ts'
import { lawyers } from '../../resources/lawyers/index.ts'
import type { Caller } from '../context/context.ts'
import { notify, type Sender } from './notify.ts'
import { branchAdmins } from './transfers.ts'

type Office = { organizationId: number; name: string; isMain: 0 | 1 }
type ClosingMove = { from: Office; to: Office; population: Population; ids: readonly number[] }

/** Notifies the people who were moved because their office was closed, and for lawyers the office that takes them in. */
export const notifyOfficeClosed = async (sender: Sender, { from, to, population, ids }: ClosingMove) => {
  if (ids.length === 0) return
  if (population === 1) {
    const role = to.isMain === 1 ? '总所子管理员' : '分所子管理员'
    const content = `因${from.name}关闭，您已转入${to.name}，现为${role}。请重新登录。`
    await notify(sender, { type: 1, title: '您的所属律所已变更', content }, { population, ids })
    return
  }
  await notify(
    sender,
    {
      type: 1,
      title: '您的所属律所已变更',
      content: `因${from.name}关闭，您已转入${to.name}，名片随您转入，请核对名片上的律所、地址和电话。`,
      link: '/app/user/dashboard',
    },
    { population, ids },
  )
  await notify(
    sender,
    {
      type: 1,
      title: `${from.name}的人员转入本所`,
      content: `${from.name}已关闭，${ids.length}人转入本所，名片和待审核的修改由本所管理。`,
      link: filteredListPath(lawyers, { organizationId: to.organizationId }),
    },
    branchAdmins(sender, to.organizationId),
  )
}

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
