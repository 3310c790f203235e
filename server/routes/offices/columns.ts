import { inArray, sql } from 'drizzle-orm'

import { presentStatuses } from '../../../resources/lawyers/fields.ts'
import { admins, cards, lawyers, offices } from '../../db/tables.ts'
import { limitedCount } from '../../db/lists/counts.ts'

const inOffice = (table: typeof lawyers | typeof cards | typeof admins) =>
  sql`from ${table} where ${table.firmId} = ${offices.firmId}
    and ${table.organizationId} = ${offices.organizationId} and ${table.deletedAt} is null`

export const officeCounts = {
  lawyerNum: limitedCount(sql`${inOffice(lawyers)} and ${inArray(lawyers.status, presentStatuses)}`),
  cardNum: limitedCount(inOffice(cards)),
  adminNum: limitedCount(sql`${inOffice(admins)} and ${admins.isSystem} = 0`),
}
