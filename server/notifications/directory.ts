import { sql } from 'drizzle-orm'

import { admins } from '../db/tables.ts'
import { notify, type Sender } from './notify.ts'

/** The administrators of an office who may record that somebody leaves. */
const leavingAdmins = ({ firmId }: Sender, organizationId: number) => ({
  query: sql`select 1, ${admins.id} from ${admins} where ${admins.firmId} = ${firmId}
    and ${admins.organizationId} = ${organizationId} and ${admins.officeLevel} in (1, 2, 3) and ${admins.isSystem} = 0
    and ${admins.status} = 1 and ${admins.deletedAt} is null`,
})

/** People of one office who are told of one by one; more are told of together. */
const mostSeparate = 10

type GonePerson = { id: number; name: string }

/** Tells the administrators of an office of people whom the firm's directory has no more. Nothing else happens to them. */
export const notifyGone = async (sender: Sender, organizationId: number, people: readonly GonePerson[]) => {
  const to = leavingAdmins(sender, organizationId)
  const system: Sender = { ...sender, caller: null }
  if (people.length > mostSeparate) {
    const names = people.slice(0, mostSeparate).map(it => it.name)
    return notify(
      system,
      {
        type: 6,
        title: `${people.length}人已不在通讯录中`,
        content: `通讯录中已没有${names.join('、')}等${people.length}人，账号没有变化。已离所的，请在人员列表中办理离所。`,
        link: '/app/lawyer',
      },
      to,
    )
  }
  let count = 0
  for (const { id, name } of people)
    count += await notify(
      system,
      {
        type: 6,
        title: `${name}已不在通讯录中`,
        content: `通讯录中已没有${name}，账号没有变化。如已离所，请办理离所。`,
        bizType: 'lawyer',
        bizId: id,
        link: `/app/lawyer/${id}/leave`,
      },
      to,
    )
  return count
}

/** Tells the administrators of an office that the directory gives other values than a person has here, which stay. */
export const notifyOffered = (
  sender: Sender,
  { id, name, organizationId }: GonePerson & { organizationId: number },
  values: string,
) =>
  notify(
    { ...sender, caller: null },
    {
      type: 6,
      title: `${name}的资料与通讯录不同`,
      content: `通讯录给出：${values}。此处的值没有改变；如以通讯录为准，请修改该人员的资料。`,
      bizType: 'lawyer',
      bizId: id,
      link: `/app/lawyer/${id}`,
    },
    leavingAdmins(sender, organizationId),
  )
