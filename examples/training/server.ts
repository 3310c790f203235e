import { and, eq, ne } from 'drizzle-orm'
import { type Context, crudOf, invalid, serve } from 'tenant-admin/extend/server'

import { records } from './tables.ts'
import { trainings } from './trainings.ts'

type Training = typeof records.$inferSelect

/** A training that is entered twice would count twice. */
const refuseRepeated = async (
  { db, firmId }: Context,
  input: Partial<Training>,
  current: Training | null,
) => {
  const { id = 0, title = '', lawyerId = 0, attendedOn = '' } = { ...current, ...input }
  const isSame = and(
    eq(records.firmId, firmId),
    ne(records.id, id),
    eq(records.lawyerId, lawyerId),
    eq(records.attendedOn, attendedOn),
    eq(records.title, title),
  )
  if ((await db.$count(records, isSame)) > 0)
    throw invalid({ title: '该律师这一天已有同名的培训记录，请修改那一条' })
  return {}
}

export default serve(trainings, crudOf(trainings, { table: records, check: refuseRepeated }).handlers)
