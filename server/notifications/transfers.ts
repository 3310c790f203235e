import { sql } from 'drizzle-orm'

import { admins } from '../db/tables.ts'
import { notify, type Sender } from './notify.ts'

const requestsPage = '/app/lawyer/transfers'

type Moved = { id: number; name: string }
type Office = { id: number; name: string }

/** The administrators of a branch; those of the main office decided about it. */
const adminsOf = ({ firmId }: Sender, { id }: Office) => ({
  query: sql`select 1, ${admins.id} from ${admins} where ${admins.firmId} = ${firmId}
    and ${admins.organizationId} = ${id} and ${admins.officeLevel} in (3, 4) and ${admins.status} = 1
    and ${admins.deletedAt} is null`,
})

/** To the lawyer, to the office that he comes to, and to the one that he leaves. */
export const notifyTransferred = async (sender: Sender, { id, name }: Moved, from: Office, to: Office) => {
  const about = { type: 1, bizType: 'lawyer', bizId: id } as const
  const content = `您已由${from.name}转入${to.name}，名片随您转入，请核对名片上的律所、地址和电话。`
  await notify(
    sender,
    { ...about, title: '您的所属律所已变更', content, link: '/app/user/dashboard' },
    { population: 2, ids: [id] },
  )
  await notify(
    sender,
    {
      ...about,
      title: `${name}转入本所`,
      content: `${name}由${from.name}转入，名片和待审核的修改由本所管理。`,
      link: `/app/lawyer/${id}`,
    },
    adminsOf(sender, to),
  )
  await notify(
    sender,
    { ...about, title: `${name}转出本所`, content: `${name}已转入${to.name}，不再由本所管理。` },
    adminsOf(sender, from),
  )
}

type Requested = { lawyerName: string; requester: string; from: Office; to: Office; reason: string }

/** To everybody who may decide about it: the administrators of the main office. */
export const notifyTransferRequested = (
  sender: Sender,
  { lawyerName, requester, from, to, reason }: Requested,
) =>
  notify(
    sender,
    {
      type: 6,
      title: `${lawyerName}申请转所`,
      content: `${from.name}的${requester}申请将${lawyerName}转入${to.name}。原因：${reason}`,
      link: requestsPage,
    },
    {
      query: sql`select 1, ${admins.id} from ${admins} where ${admins.firmId} = ${sender.firmId}
        and ${admins.officeLevel} in (1, 2) and ${admins.isSystem} = 0 and ${admins.status} = 1
        and ${admins.deletedAt} is null`,
    },
  )

/** To who asked for it; of what was agreed to both offices hear anyway. */
export const notifyTransferRefused = (sender: Sender, adminId: number, lawyerName: string, reason: string) =>
  notify(
    sender,
    {
      type: 6,
      title: `${lawyerName}的转所申请未通过`,
      content: `总所没有同意。原因：${reason}`,
      level: 2,
      link: requestsPage,
    },
    { population: 1, ids: [adminId] },
  )
