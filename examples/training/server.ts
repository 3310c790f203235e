import { crudOf, firmDay, invalid, serve } from 'tenant-admin/extend/server'

import { records } from './tables.ts'
import { trainings } from './trainings.ts'

type Training = typeof records.$inferSelect

/** Hours count only once they have been attended. The server's clock decides, not the browser's. */
const refuseFuture = async (now: Date, { attendedOn }: Partial<Training>) => {
  if (attendedOn !== undefined && attendedOn > firmDay(now))
    throw invalid({ attendedOn: '培训日期不能晚于今天，请在培训之后登记' })
  return {}
}

export default serve(
  trainings,
  crudOf(trainings, { table: records, check: ({ now }, input) => refuseFuture(now, input) }).handlers,
)
