import { sql } from 'drizzle-orm'

import { admins } from '../db/tables.ts'
import { notify, type Sender } from './notify.ts'

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
