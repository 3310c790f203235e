import { sql } from 'drizzle-orm'

import { admins, cards, lawyers, offices } from '../../db/tables.ts'
import { limitedCount } from '../../db/lists/counts.ts'

const inOffice = (table: typeof lawyers | typeof cards | typeof admins) =>
  sql`from ${table} where ${table.firmId} = ${offices.firmId}
    and ${table.organizationId} = ${offices.organizationId} and ${table.deletedAt} is null`

export const officeCounts = {
  /** Without refused applicants and people who have left. */
  lawyerNum: limitedCount(sql`${inOffice(lawyers)} and ${lawyers.status} not in (2, 4)`),
  cardNum: limitedCount(inOffice(cards)),
  adminNum: limitedCount(sql`${inOffice(admins)} and ${admins.isSystem} = 0`),
}
