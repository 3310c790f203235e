import type { Db } from '../../db/connection/open.ts'
import { enqueue } from './queue.ts'

/** Adds a job that continues a bulk action, in the transaction of `db`, after `delay` seconds. */
export const enqueueBulkRun = (db: Db, firmId: number, id: number, delay = 0): Promise<void> =>
  enqueue(db, 'bulkRun', { firmId, id }, { key: `bulkRun:${firmId}:${id}`, delay })
