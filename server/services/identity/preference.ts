import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'

import type { session } from '../../../resources/session.ts'
import { invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'

type Input = z.output<(typeof session.calls)['setPreference']['input']>

/** The maximum size of one person's preferences, in bytes. */
const maxBytes = 65_536

const changedPreferences = ({ name, value }: Input): SQL =>
  value === null
    ? sql`prefs - ${name}::text`
    : sql`prefs || jsonb_build_object(${name}::text, ${JSON.stringify(value)}::jsonb)`

/**
 * Changes one preference with one statement, so that two tabs which set different names at once lose nothing.
 * The person's `version` stays, so that somebody who edits the person meanwhile has no conflict.
 */
export const setPreference = async (input: Input, { db, firmId, caller }: Context) => {
  const table = caller.population === 1 ? sql`admins` : sql`lawyers`
  const { rowCount } = await db.execute(sql`
    update ${table} set prefs = ${changedPreferences(input)}
    where firm_id = ${firmId} and id = ${caller.id} and octet_length((${changedPreferences(input)})::text) <= ${maxBytes}`)
  if (rowCount === 0) throw invalid({ value: '保存的个人设置过多，请删除不用的视图' })
  return {}
}
