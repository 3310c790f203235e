import { and, eq, sql } from 'drizzle-orm'

import { lawyers as resource } from '../../resources/lawyers/index.ts'
import type { Context } from '../context.ts'
import { lawyers } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { countUpTo, latest, numberOf, offsetOf, ordering, pageAnswer } from '../page.ts'
import { missing, Refusal } from '../refusal.ts'
import { log } from '../services/audit.ts'
import { updateMobile, updatePassword } from './lawyersAccount.ts'
import { addList } from './lawyersBatch.ts'
import { pass, remove } from './lawyersReview.ts'
import { columns, matching, reach, rowColumns, sortColumns, target, withMaskedMobile } from './lawyersRows.ts'
import { update } from './lawyersUpdate.ts'

type Counts = Record<'pending' | 'normal' | 'rejected' | 'disabled' | 'left', number>

const reveal = async (context: Context, row: { id: number; name: string; organizationId: number }) => {
  const { caller } = context
  if (!caller.capabilities.has('lawyer.reveal'))
    throw new Refusal('4030', undefined, { need: 'lawyer.reveal', scope: null })
  // Nobody needs a record of having looked at his own number.
  if (caller.population === 2) return
  await log(context, { module: 14, action: 'reveal', target: target(row) })
}

export const lawyerHandlers: Handlers<typeof resource.calls> = {
  pageList: async (query, context) => {
    const where = matching(context, query)
    const records = await context.db
      .select(rowColumns)
      .from(lawyers)
      .where(where)
      .orderBy(...ordering(query, sortColumns, [latest(lawyers.updatedAt)], lawyers.id))
      .limit(query.pageSize)
      .offset(offsetOf(query))
    const total = await countUpTo(context.db, sql`from ${lawyers} where ${where}`)
    return pageAnswer(records.map(withMaskedMobile), total, query)
  },

  // Each state as far as a page counts: a grouped count would read every row of a large firm for each list.
  lawyerNum: async (filters, context) => {
    const where = matching(context, filters)
    const numberIn = (status: number) =>
      numberOf(sql`from ${lawyers} where ${where} and ${lawyers.status} = ${status}`)
    const { rows } = await context.db.execute<Counts>(sql`select ${numberIn(0)} as pending,
      ${numberIn(1)} as normal, ${numberIn(2)} as rejected, ${numberIn(3)} as disabled, ${numberIn(4)} as "left"`)
    const counts = rows[0]!
    return { all: Object.values(counts).reduce((sum, it) => sum + it, 0), ...counts }
  },

  lawyerInfo: async ({ id, reveal: isWhole }, context) => {
    const [row] = await context.db
      .select(columns)
      .from(lawyers)
      .where(and(reach(context), eq(lawyers.id, id)))
    if (!row) throw missing()
    // 备注 is the administrators' own.
    const shown = context.caller.population === 2 ? { ...row, remark: null } : row
    if (isWhole !== 1) return withMaskedMobile(shown)
    await reveal(context, row)
    return shown
  },

  addList,
  update,
  pass,
  remove,
  updateMobile,
  updatePassword,
}
