import { ApiError, invalid, wrongState } from '../../context/apiError.ts'
import type { Caller, Context } from '../../context/context.ts'
import { notifyFactorRemoved } from '../../notifications/accounts.ts'
import { log } from '../audit/audit.ts'
import { type AccountHolder, personTarget, findPersonById } from '../directory/people.ts'
import { throttlePassword } from '../limits/loginThrottle.ts'
import { finishCredentialChange, lockCaller, requirePassword } from './credentials.ts'
import { deletePasskeys, hasPasskey } from './passkeys.ts'
import { verifyPassword } from './passwords.ts'
import {
  confirmSecret,
  deleteFactor,
  type FactorCode,
  factorOf,
  newRecoveryCodes,
  newSecret,
  prepareFactorCode,
  requiresFactor,
  storeRecoveryCodes,
  storeSecret,
} from './secondFactor.ts'
import { requireFirm } from './signIn.ts'

const alreadyEnabled = () => wrongState(1, [0], '两步验证已开启，请先关闭再重新设置')

/** The state of the caller's authenticator app, and whether the firm demands it because there is no passkey. */
export const ownFactorState = async ({ db, caller }: Context) => {
  const row = await factorOf(db, caller)
  const confirmedAt = row?.confirmedAt ?? null
  const isRequired = (await requiresFactor(db, caller)) && !(await hasPasskey(db, caller))
  return {
    isOn: confirmedAt ? (1 as const) : (0 as const),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    recoveryLeft: confirmedAt ? row!.recoveryHashes.length : 0,
    isRequired: isRequired ? (1 as const) : (0 as const),
  }
}

const callerAsPerson = async ({ database, firmId, caller }: Context): Promise<AccountHolder> => {
  const person = await database.read(firmId, db => findPersonById(db, caller))
  if (!person) throw new ApiError('4003')
  return person
}

/** A new secret for the caller's app; it has no effect until one of its codes is confirmed. */
export const startFactorSetup = async (context: Context, password: string) => {
  const { database, firmId, caller, now } = context
  const person = await callerAsPerson(context)
  const confirm = await requirePassword(context, person, 'password', password)
  const firm = await requireFirm(context)
  const secret = newSecret(firm.shortName || firm.name, person.account)
  await database.write(firmId, async db => {
    await confirm(db)
    if (!(await storeSecret(db, caller, secret.key, now))) throw alreadyEnabled()
  })
  return secret
}

/** Turns the factor on with the first code of the app and returns the recovery codes. Other sessions end. */
export const confirmFactor = async (context: Context, code: string) => {
  const { db, database, caller, now } = context
  await lockCaller(db, caller)
  if ((await factorOf(db, caller))?.confirmedAt) throw alreadyEnabled()
  const { codes, hashes } = await newRecoveryCodes(database, caller)
  if (!(await confirmSecret(db, caller, { code, hashes, now })))
    throw invalid({ code: '验证码不正确，请核对手机时间后输入最新的验证码' })
  await finishCredentialChange(db, context, 'factor', {
    action: 'factorOn',
    summary: `【${caller.name}】开启两步验证`,
  })
  return { recoveryCodes: codes }
}

type PasswordAndCode = FactorCode & { password: string }

/**
 * Removing or renewing a factor takes password and code together: if they were counted separately, each right
 * password would reset the count of wrong codes.
 */
const withPasswordAndCode = async <T>(
  context: Context,
  { password, ...factorCode }: PasswordAndCode,
  work: (context: Context) => Promise<T>,
): Promise<T> => {
  const { database, firmId, caller, now } = context
  const person = await callerAsPerson(context)
  const consume = await prepareFactorCode(database, caller, factorCode, now)
  return throttlePassword(context, {
    population: person.population,
    name: person.account,
    person,
    refusal: invalid({ code: '密码或验证码不正确，请核对后重新输入' }),
    prove: async () => {
      if (!(await verifyPassword(person.passwordHash, password))) return null
      return database.write(firmId, async db => {
        const current = await lockCaller(db, caller)
        if (current.passwordHash !== person.passwordHash || !(await consume(db))) return null
        return work({ ...context, db })
      })
    },
  })
}

/** Refused where the firm demands a factor: the caller would have to set one up again at the next call. */
export const removeOwnFactor = (context: Context, proof: PasswordAndCode) =>
  withPasswordAndCode(context, proof, async lockedContext => {
    const { db, caller } = lockedContext
    if ((await ownFactorState(lockedContext)).isRequired)
      throw wrongState(1, [0], '律所要求您使用两步验证，不能关闭')
    await deleteFactor(db, caller)
    await finishCredentialChange(db, lockedContext, 'factor', {
      action: 'factorOff',
      summary: `【${caller.name}】关闭两步验证`,
    })
    return {}
  })

/** Creates new recovery codes; the previous ones become invalid. */
export const renewRecoveryCodes = (context: Context, proof: PasswordAndCode) =>
  withPasswordAndCode(context, proof, async lockedContext => {
    const { db, database, caller, now } = lockedContext
    const { codes, hashes } = await newRecoveryCodes(database, caller)
    await storeRecoveryCodes(db, caller, hashes, now)
    await finishCredentialChange(db, lockedContext, 'factor', {
      action: 'update',
      summary: `【${caller.name}】重新生成两步验证的恢复码`,
    })
    return { recoveryCodes: codes }
  })

/**
 * Removes the app and the passkeys of a person who can no longer use them, for an administrator whose right to the person was
 * checked.
 */
export const removeFactorOfPerson = async (
  context: Context & { caller: Caller },
  person: Pick<AccountHolder, 'population' | 'id' | 'name' | 'organizationId'>,
  reason: string,
) => {
  const { db, firmId, caller } = context
  const { population, id } = person
  if (population === caller.population && id === caller.id)
    throw new ApiError('4030', '不能关闭自己的两步验证，请在“修改账户”中操作', {
      need: 'others',
      scope: null,
    })
  const hadApp = await deleteFactor(db, { firmId, population, id })
  const hadPasskeys = (await deletePasskeys(db, { firmId, population, id })) > 0
  if (!hadApp && !hadPasskeys) throw wrongState(0, [1], '该人员没有开启两步验证')
  await notifyFactorRemoved(context, person)
  await log(context, {
    module: population === 1 ? 3 : 4,
    action: 'factorOff',
    target: personTarget(person),
    summary: `关闭【${person.name}】的两步验证`,
    reason,
  })
  return {}
}
