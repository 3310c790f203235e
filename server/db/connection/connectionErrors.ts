/** Thrown when no connection can be made: the database is stopped, starting, full or unreachable. */
export class DatabaseDown extends Error {
  override name = 'DatabaseDown'
}

/** Codes of a connection that breaks in use; failures to connect are DatabaseDown already. */
const NETWORK = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT'])

/**
 * SQLSTATEs, https://www.postgresql.org/docs/current/errcodes-appendix.html; 57014 is a statement that
 * exceeded its time limit.
 */
const STATES = new Set(['25P03', '25P04', '53300', '57014', '57P01', '57P02', '57P03', '57P05'])

/** pg reports these by message only. */
const MESSAGES = [
  /^Connection terminated/,
  /^Query read timeout$/,
  /^timeout exceeded when trying to connect$/,
  /^timeout expired$/,
  /^Client has encountered a connection error/,
  /^Client was closed/,
  /^Cannot use a pool after calling end/,
]

const causes = function* (error: unknown): Generator<Error> {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < 5;
    current = current.cause, depth += 1
  )
    yield current
}

const isDown = (error: Error): boolean => {
  if (error instanceof DatabaseDown) return true
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    NETWORK.has(code) ||
    STATES.has(code) ||
    code.startsWith('08') ||
    MESSAGES.some(pattern => pattern.test(error.message))
  )
}

/**
 * feature_not_supported, the answer of a standby to BEGIN READ WRITE; the message is localised, but BEGIN has no other
 * reason for this code.
 */
export const isBeginRefused = (error: unknown): boolean =>
  causes(error).some(it => 'code' in it && it.code === '0A000')

/** True for failures that do not depend on the request: no connection, lost connection, no answer in time. */
export const isDatabaseDown = (error: unknown): boolean => causes(error).some(isDown)

/** True for errors that the database reports, and for failures to reach it. */
export const isDatabaseError = (error: unknown): boolean =>
  isDatabaseDown(error) ||
  causes(error).some(it => 'severity' in it && 'code' in it && /^[0-9A-Z]{5}$/.test(String(it.code)))

/**
 * serialization_failure and deadlock_detected: PostgreSQL rolled the transaction back because of another one.
 */
const CONFLICTS = new Set(['40001', '40P01'])

/** True where the same transaction may succeed when it is run again. */
export const isTransactionConflict = (error: unknown): boolean =>
  causes(error).some(it => 'code' in it && CONFLICTS.has(String(it.code)))

/** True where a statement wanted to write in a read-only transaction (read_only_sql_transaction). */
export const isReadOnlyViolation = (error: unknown): boolean =>
  causes(error).some(it => 'code' in it && it.code === '25006')

/** True where a lock was not granted within the session's lock timeout (lock_not_available). */
export const isLockTimeout = (error: unknown): boolean =>
  causes(error).some(it => 'code' in it && it.code === '55P03')

const isQueryTimeout = (error: unknown): boolean =>
  causes(error).some(({ message }) => message === 'Query read timeout')

/** True where a statement took longer than its limit, as noticed by the server or by the client. */
export const isStatementTimeout = (error: unknown): boolean =>
  isQueryTimeout(error) || causes(error).some(it => 'code' in it && it.code === '57014')

/** The number of a shard, which Citus appends to a name: at least six digits. */
const SHARD = /_\d{6,}$/

/**
 * The name of the table or the constraint that an error is about. Citus passes on only the message of the other server,
 * where the name has the number of a shard.
 */
const nameIn = (message: string, name: unknown): string =>
  (typeof name === 'string' ? name : message.split(/\W+/).find(word => SHARD.test(word)))?.replace(
    SHARD,
    '',
  ) ?? ''

/** The name of the unique index or constraint that refused the statement (SQLSTATE 23505), or undefined. */
export const uniqueViolation = (error: unknown): string | undefined => {
  for (const cause of causes(error))
    if ('code' in cause && cause.code === '23505')
      return nameIn(cause.message, 'constraint' in cause ? cause.constraint : undefined)
  return undefined
}

/**
 * What a foreign key refused (SQLSTATE 23503): `missing` where the statement refers to a row that does not
 * exist, `file` where that row is an uploaded file, `used` where it deletes a row that others refer to.
 * PostgreSQL has one code for all of them and localised messages, so the statement and the table are used to
 * tell them apart.
 */
export const referenceViolation = (error: unknown): 'missing' | 'file' | 'used' | undefined => {
  const causeChain = [...causes(error)]
  const violation = causeChain.find(cause => 'code' in cause && cause.code === '23503')
  if (!violation) return undefined
  const statement = causeChain
    .map(it => ('query' in it ? it.query : undefined))
    .find(it => typeof it === 'string')
  if (/^delete /i.test(statement ?? '')) return 'used'
  const table = nameIn(violation.message, 'table' in violation ? violation.table : undefined)
  return table === 'file_uses' ? 'file' : 'missing'
}

/** True where the connection can serve no further call: it is lost, or leads to a server without answers or writes. */
export const isConnectionLost = (error: unknown): boolean =>
  isDatabaseDown(error) && !causes(error).some(it => 'code' in it && it.code === '57014')
