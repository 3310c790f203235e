import { sql } from 'drizzle-orm'

import { cards } from '../../resources/cards/index.ts'
import { filteredListPath } from '../../resources/kit/filteredListPath.ts'
import { admins, offices } from '../db/tables.ts'
import { notify, type Sender } from './notify.ts'

type Moved = { organizationId: number; lawyerIds: readonly number[] }

/** Tells people that something of their cards does not fit the template of their new office, and its administrators. */
export const notifyMisfits = async (sender: Sender, { organizationId, lawyerIds }: Moved) => {
  const { db, firmId, caller } = sender
  const { rows } = await db.execute<{ name: string }>(sql`select ${offices.name} as name from ${offices}
    where ${offices.firmId} = ${firmId} and ${offices.organizationId} = ${organizationId}`)
  const office = rows[0]?.name ?? ''
  await notify(
    sender,
    {
      type: 1,
      title: '名片待调整',
      content: `您的名片已改用${office}的名片模板，其中有内容需要调整。已发布的名片保持不变，请在名片信息中查看。`,
      link: '/app/user/card',
    },
    { population: 2, ids: lawyerIds },
  )
  await notify(
    sender,
    {
      type: 1,
      title: `${lawyerIds.length}人的名片待调整`,
      content: `${lawyerIds.length}人转入${office}，名片与本所的名片模板不符，请在名片列表中查看。`,
      link: filteredListPath(cards, { organizationId, fitState: 1 }),
    },
    {
      query: sql`select 1, ${admins.id} from ${admins} where ${admins.firmId} = ${firmId}
        and ${admins.organizationId} = ${organizationId} and ${admins.isSystem} = 0 and ${admins.status} = 1
        and ${admins.deletedAt} is null and ${admins.id} <> ${caller?.population === 1 ? caller.id : 0}`,
    },
  )
}
