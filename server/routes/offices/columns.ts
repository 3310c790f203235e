import { inArray, sql } from 'drizzle-orm'

import { presentStatuses } from '../../../resources/lawyers/fields.ts'
import { admins, cards, lawyers, offices } from '../../db/tables.ts'
import { limitedCount } from '../../db/lists/counts.ts'

const inOffice = (firmId: number, table: typeof lawyers | typeof cards | typeof admins) =>
  sql`from ${table} where ${table.firmId} = ${firmId}
    and ${table.organizationId} = ${offices.organizationId} and ${table.deletedAt} is null`

export const officeCounts = (firmId: number) => ({
  lawyerNum: limitedCount(sql`${inOffice(firmId, lawyers)} and ${inArray(lawyers.status, presentStatuses)}`),
  cardNum: limitedCount(inOffice(firmId, cards)),
  adminNum: limitedCount(sql`${inOffice(firmId, admins)} and ${admins.isSystem} = 0`),
})
