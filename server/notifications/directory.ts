import { sql } from 'drizzle-orm'

import { notify, type Sender } from './notify.ts'

type Person = { id: number; name: string; organizationId: number }

/** Those who may begin the leave wizard for a person of this office: its main administrator, and those of the firm. */
const leaveAdmins = ({ firmId }: Sender, organizationId: number) => ({
  query: sql`select 1, id from admins where firm_id = ${firmId} and status = 1 and deleted_at is null and is_system = 0
    and (office_level in (1, 2) or office_level = 3 and organization_id = ${organizationId})`,
})

/** Asks to begin the leave wizard for somebody whom the firm's directory has no more. */
export const notifyGoneFromDirectory = (sender: Sender, { id, name, organizationId }: Person) =>
  notify(
    sender,
    {
      type: 6,
      title: `${name}可能已离所`,
      content: `通讯录中已没有${name}，或已停用该账号。本系统的账号和名片没有改变，请核对后办理离所。`,
      level: 2,
      bizType: 'lawyer',
      bizId: id,
      link: `/app/lawyer/${id}/leave`,
    },
    leaveAdmins(sender, organizationId),
  )
