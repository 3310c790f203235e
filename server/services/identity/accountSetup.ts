import type { Caller, PublicContext } from '../../context/context.ts'
import { ApiError } from '../../context/apiError.ts'
import type { Db } from '../../db/connection/open.ts'
import { notifyPasskeysRemain } from '../../notifications/accounts.ts'
import type { LogEntry } from '../audit/audit.ts'
import { type AccountHolder, personTarget } from '../directory/people.ts'
import { deletePasskeys, type PasskeyOwner, passkeysOf } from './passkeys.ts'

/** The error of a caller who must first replace an initial password or set up a second factor. */
export const accountSetupError = ({ mustChangePwd }: Pick<Caller, 'mustChangePwd'>) =>
  mustChangePwd ? new ApiError('4007') : new ApiError('4007', '请先开启两步验证')

/**
 * Removes the passkeys of an account whose password is assigned anew: a passkey opens the account without the
 * password, so one of whoever knew the former password would outlive it. An authenticator app stays, because it opens
 * nothing without the password. Returns the log entries.
 */
export const endPasskeys = async (
  db: Db,
  owner: PasskeyOwner,
  entry: Omit<LogEntry, 'action'>,
): Promise<LogEntry[]> => ((await deletePasskeys(db, owner)) > 0 ? [{ ...entry, action: 'passkeyOff' }] : [])

/**
 * What becomes of the passkeys when the owner changes the password. Those that were added while an assigned password
 * was valid may be of whoever else had read it and are removed; of all others the owner is asked which are still
 * right. Returns the log entries.
 */
export const settlePasskeys = async (
  context: PublicContext & { db: Db },
  person: AccountHolder,
): Promise<LogEntry[]> => {
  const { db, firmId } = context
  const owner = { ...person, firmId }
  if (person.mustChangePwd) return endPasskeys(db, owner, { module: 1, target: personTarget(person) })
  const { length } = await passkeysOf(db, owner)
  if (length > 0) await notifyPasskeysRemain(context, person, length)
  return []
}
