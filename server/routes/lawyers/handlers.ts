import { and, eq, sql } from 'drizzle-orm'

import { lawyers as resource } from '../../../resources/lawyers/index.ts'
import type { Context } from '../../context/context.ts'
import { lawyers } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { numberOf } from '../../records/page.ts'
import { ApiError } from '../../context/apiError.ts'
import { log } from '../../services/audit.ts'
import { consequencesOfLeaving } from '../../services/lawyers/leave.ts'
import { target } from '../../services/lawyers/values.ts'
import { updateMobile, updatePassword } from './account.ts'
import { addList } from './batch.ts'
import { exportLawyers } from './export.ts'
import { pass, remove } from './review.ts'
import { find, list, visibleWhere, readLawyer, withMaskedMobile } from './rows.ts'
import { requestTransfer } from './transfers.ts'
import { update } from './update.ts'

type Counts = Record<'pending' | 'normal' | 'rejected' | 'disabled' | 'left', number>

const reveal = async (context: Context, row: { id: number; name: string; organizationId: number }) => {
  const { caller } = context
  if (!caller.capabilities.has('lawyer.reveal'))
    throw new ApiError('4030', undefined, { need: 'lawyer.reveal', scope: null })
  // Nobody needs a record of having looked at his own number.
  if (caller.population === 2) return
  await log(context, { module: 14, action: 'reveal', target: target(row) })
}

export const lawyerHandlers: Handlers<typeof resource.calls> = {
  pageList: list.page,

  // Each state as far as a page counts: a grouped count would read every row of a large firm for each list.
  lawyerNum: async (filters, context) => {
    const where = list.where(context, filters)
    const numberIn = (status: number) =>
      numberOf(sql`from ${lawyers} where ${where} and ${lawyers.status} = ${status}`)
    const { rows } = await context.db.execute<Counts>(sql`select ${numberIn(0)} as pending,
      ${numberIn(1)} as normal, ${numberIn(2)} as rejected, ${numberIn(3)} as disabled, ${numberIn(4)} as "left"`)
    const counts = rows[0]!
    return { all: Object.values(counts).reduce((sum, it) => sum + it, 0), ...counts }
  },

  lawyerInfo: async ({ id, reveal: isWhole }, context) => {
    const row = await readLawyer(context.db, and(visibleWhere(context), eq(lawyers.id, id))!)
    if (isWhole !== 1) return withMaskedMobile(row)
    await reveal(context, row)
    return row
  },

  export: exportLawyers,
  addList,
  update,
  requestTransfer,
  consequences: async ({ id }, context) => {
    await find(context, id)
    return consequencesOfLeaving(context, id)
  },
  pass,
  remove,
  updateMobile,
  updatePassword,
}
