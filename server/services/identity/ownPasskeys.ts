import { z } from 'zod'

import { ApiError, notFound, wrongState } from '../../context/apiError.ts'
import type { Caller, Context } from '../../context/context.ts'
import type { Db } from '../../db/connection/open.ts'
import { log } from '../audit/audit.ts'
import { type AccountHolder, findPersonById, personTarget } from '../directory/people.ts'
import { insertCode } from './codes.ts'
import { finishCredentialChange, lockCaller, requirePassword } from './credentials.ts'
import {
  deletePasskey,
  insertPasskey,
  maxPasskeys,
  type Passkey,
  passkeysOf,
  renamePasskey,
} from './passkeys.ts'
import { hasSecondFactor, requiresFactor } from './secondFactor.ts'
import { requireFirm } from './signIn.ts'
import { prepareCreation, readCreatedCredential, verifyCreation } from './webAuthn.ts'

// The passkeys of the caller. Adding and removing take the password and are reported like other credentials.

const shownPasskey =
  ({ host }: Pick<Context, 'host'>) =>
  ({ id, name, createdAt, lastUsedAt, host: ownHost, version }: Passkey) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    isHere: ownHost === host ? (1 as const) : (0 as const),
    version,
  })

export const listOwnPasskeys = async (context: Context) =>
  (await passkeysOf(context.db, context.caller)).map(shownPasskey(context))

const callerAccount = async ({ database, firmId, caller }: Context): Promise<AccountHolder> => {
  const person = await database.read(firmId, db => findPersonById(db, caller))
  if (!person) throw new ApiError('4003')
  return person
}

const checkCount = (present: readonly Passkey[]) => {
  if (present.length >= maxPasskeys)
    throw wrongState(present.length, [], `最多添加${maxPasskeys}个通行密钥，请先移除不用的`)
}

/** The options with which the browser creates a passkey for the caller. */
export const beginPasskey = async (context: Context, password: string) => {
  const { database, firmId, caller, now } = context
  const person = await callerAccount(context)
  const confirm = await requirePassword(context, person, 'password', password)
  const firm = await requireFirm(context)
  const present = await database.read(firmId, db => passkeysOf(db, caller))
  checkCount(present)
  const owner = { ...caller, account: person.account, name: person.name }
  const { options, row } = await prepareCreation(context, owner, firm.shortName || firm.name, present)
  await database.write(firmId, async db => {
    await confirm(db)
    await insertCode(db, row, now)
  })
  return { options: { ...options } }
}

const addedAnswer = z.object({ id: z.int() })

/** Stores the passkey that the browser has created with the options of `beginPasskey`. */
export const addOwnPasskey = async (
  context: Context,
  { name, credential }: { name: string; credential: unknown },
) => {
  const { database, firmId, caller, now, once } = context
  const created = await verifyCreation(context, caller, readCreatedCredential(credential))
  const store = async (db: Db) => {
    if (!created) throw wrongState(0, [], '通行密钥验证未通过或已过期，请重新添加')
    await lockCaller(db, caller)
    checkCount(await passkeysOf(db, caller))
    const stored = await insertPasskey(db, caller, { ...created, name, now })
    if (!stored) throw wrongState(1, [], '此通行密钥已添加')
    await finishCredentialChange(db, context, 'passkeyAdded', {
      action: 'passkeyOn',
      summary: `【${caller.name}】添加通行密钥“${name}”`,
    })
    return { id: stored.id }
  }
  // The challenge is used up by then, so a repeated request has to find the first answer.
  return addedAnswer.parse(await database.write(firmId, db => once(db, () => store(db))))
}

export const renameOwnPasskey = async (context: Context, input: Pick<Passkey, 'id' | 'name' | 'version'>) => {
  const { db, caller } = context
  const before = (await passkeysOf(db, caller)).find(({ id }) => id === input.id)
  if (!before) throw notFound()
  const after = await renamePasskey(db, caller, input)
  if (!after)
    throw new ApiError('4090', undefined, { current: shownPasskey(context)(before), changedFields: ['name'] })
  await log(context, {
    module: 1,
    action: 'update',
    target: personTarget(caller),
    summary: `【${caller.name}】将通行密钥“${before.name}”改名为“${after.name}”`,
  })
  return {}
}

/** Throws where the firm demands a second factor of the caller and this passkey is the last one. */
const checkIsNotLast = async (db: Db, caller: Caller) => {
  const isLast = (await passkeysOf(db, caller)).length === 1 && !(await hasSecondFactor(db, caller))
  if (isLast && (await requiresFactor(db, caller)))
    throw wrongState(1, [0], '律所要求您使用两步验证，不能移除最后一个通行密钥')
}

export const removeOwnPasskey = async (
  context: Context,
  { id, password }: { id: number; password: string },
) => {
  const { database, firmId, caller } = context
  const confirm = await requirePassword(context, await callerAccount(context), 'password', password)
  await database.write(firmId, async db => {
    await confirm(db)
    const passkey = (await passkeysOf(db, caller)).find(it => it.id === id)
    if (!passkey) throw notFound()
    await checkIsNotLast(db, caller)
    await deletePasskey(db, caller, id)
    await finishCredentialChange(db, context, 'passkeyRemoved', {
      action: 'passkeyOff',
      summary: `【${caller.name}】移除通行密钥“${passkey.name}”`,
    })
  })
  return {}
}
