/** What `tables.ts`, `server.ts` and `jobs.ts` of an extension may use (docs/extend.md). */
export { firmDay } from '../resources/kit/firmTime.ts'
export { ApiError, invalid, notFound } from '../server/context/apiError.ts'
export { bindHandlers as serve } from '../server/context/bind.ts'
export type { Context, PublicContext } from '../server/context/context.ts'
export type { Handlers } from '../server/context/handlers.ts'
export {
  auditColumns,
  firmIdColumn,
  idColumn,
  idReference,
  timestamptz,
} from '../server/db/tables/columns.ts'
export { crudOf } from '../server/records/crud.ts'
export { diffOf, log } from '../server/services/audit/audit.ts'
export { type NewMessage, notify } from '../server/notifications/notify.ts'
export { defineDailyJob, defineJob, enqueueJob, type JobRun } from '../server/services/jobs/extensionJob.ts'
