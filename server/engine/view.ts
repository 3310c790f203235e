import { sql } from 'drizzle-orm'

import type { Call } from '../../resources/kit/index.ts'
import { viewRefusal } from '../context/apiError.ts'
import type { Caller } from '../context/context.ts'
import { isReadOnlyViolation } from '../db/connection/connectionErrors.ts'
import type { Database, Db } from '../db/connection/open.ts'

// A view (以该用户视角查看) is a session in which an administrator looks at the product as another person. It reads and
// changes nothing: calls that write are refused, and calls that read run in transactions in which the database
// refuses writes, so that a reading that would log something or mark something as read is refused as well.

type ViewedCaller = Pick<Caller, 'view'>

const isView = (caller: ViewedCaller | null): boolean => caller?.view !== undefined

/** Throws where a view must not make this call. */
export const refuseInView = (caller: ViewedCaller | null, { method, inView }: Call) => {
  if (isView(caller) && inView !== 'open' && (method !== 'GET' || inView === 'closed')) throw viewRefusal()
}

const isReadOnly = (caller: ViewedCaller | null, { inView }: Call) => isView(caller) && inView !== 'open'

/** The database for handlers that open their own transactions; in a view it opens none that writes. */
export const databaseInView = (database: Database, caller: ViewedCaller | null, call: Call): Database =>
  isReadOnly(caller, call) ? { ...database, write: () => Promise.reject(viewRefusal()) } : database

/** In a view, makes a transaction that has not written yet refuse all writes. */
export const makeReadOnlyInView = async (db: Db, caller: ViewedCaller | null, call: Call) => {
  if (call.writes && isReadOnly(caller, call)) await db.execute(sql`set transaction read only`)
}

/** The error of a call; in a view, a refusal for one that the database raised at a write. */
export const errorInView = (caller: ViewedCaller | null, error: unknown): unknown =>
  isView(caller) && isReadOnlyViolation(error) ? viewRefusal() : error
