import { ApiError, invalid, wrongState } from '../../context/apiError.ts'
import type { Caller, Context } from '../../context/context.ts'
import { notifyFactorRemoved } from '../../notifications/accounts.ts'
import { log } from '../audit/audit.ts'
import { type AccountHolder, personTarget, personWithId } from '../directory/people.ts'
import { throttle } from '../limits/loginThrottle.ts'
import { settingOf } from '../settings/firmSettings.ts'
import { finishCredentialChange, lockCaller, requirePassword } from './credentials.ts'
import { verifyPassword } from './passwords.ts'
import {
  confirmSecret,
  deleteFactor,
  type FactorCode,
  factorOf,
  newRecoveryCodes,
  newSecret,
  prepareFactorCode,
  storeRecoveryCodes,
  storeSecret,
} from './secondFactor.ts'
import { requireFirm } from './signIn.ts'

const alreadyOn = () => wrongState(1, [0], '两步验证已开启，请先关闭再重新设置')

/** How the caller's second factor stands, and whether his firm asks for one. */
export const stateOfFactor = async ({ db, firmId, caller }: Context) => {
  const row = await factorOf(db, caller)
  const { factorLevels } = await settingOf(db, firmId, 'loginRegSet')
  const confirmedAt = row?.confirmedAt ?? null
  return {
    isOn: confirmedAt ? (1 as const) : (0 as const),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    recoveryLeft: confirmedAt ? row!.recoveryHashes.length : 0,
    isRequired: factorLevels?.includes(caller.officeLevel ?? 0) ? (1 as const) : (0 as const),
  }
}

const callerAsPerson = async ({ database, firmId, caller }: Context): Promise<AccountHolder> => {
  const person = await database.read(firmId, db => personWithId(db, caller))
  if (!person) throw new ApiError('4003')
  return person
}

/** A new secret for the caller's app; it counts for nothing until a code of it is confirmed. */
export const beginFactor = async (context: Context, password: string) => {
  const { database, firmId, caller, now } = context
  const person = await callerAsPerson(context)
  const confirm = await requirePassword(context, person, 'password', password)
  const firm = await requireFirm(context)
  const made = newSecret(firm.shortName || firm.name, person.account)
  await database.write(firmId, async db => {
    await confirm(db)
    if (!(await storeSecret(db, caller, made.key, now))) throw alreadyOn()
  })
  return made
}

/** Turns the factor on with the first code of the app; answers the recovery codes. Other sessions end. */
export const confirmFactor = async (context: Context, code: string) => {
  const { db, database, caller, now } = context
  await lockCaller(db, caller)
  if ((await factorOf(db, caller))?.confirmedAt) throw alreadyOn()
  const { codes, hashes } = await newRecoveryCodes(database, caller)
  if (!(await confirmSecret(db, caller, { code, hashes, now })))
    throw invalid({ code: '验证码不正确，请核对手机时间后输入最新的验证码' })
  await finishCredentialChange(db, context, 'factor', {
    action: 'factorOn',
    summary: `【${caller.name}】开启两步验证`,
  })
  return { recoveryCodes: codes }
}

type Proof = FactorCode & { password: string }

/**
 * What weakens or renews a factor takes password and code at once: were they counted one after the other, each right
 * password would forget the wrong codes before it.
 */
const withBothProofs = async <T>(
  context: Context,
  { password, ...given }: Proof,
  work: (context: Context) => Promise<T>,
): Promise<T> => {
  const { database, firmId, caller, now } = context
  const person = await callerAsPerson(context)
  const consume = await prepareFactorCode(database, caller, given, now)
  return throttle(context, {
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

/** Refused where the firm asks for a factor: the next call would have to set one up again. */
export const removeOwnFactor = (context: Context, proof: Proof) =>
  withBothProofs(context, proof, async inside => {
    const { db, caller } = inside
    if ((await stateOfFactor(inside)).isRequired) throw wrongState(1, [0], '律所要求您使用两步验证，不能关闭')
    await deleteFactor(db, caller)
    await finishCredentialChange(db, inside, 'factor', {
      action: 'factorOff',
      summary: `【${caller.name}】关闭两步验证`,
    })
    return {}
  })

/** New recovery codes; the former ones are good for nothing. */
export const renewRecoveryCodes = (context: Context, proof: Proof) =>
  withBothProofs(context, proof, async inside => {
    const { db, database, caller, now } = inside
    const { codes, hashes } = await newRecoveryCodes(database, caller)
    await storeRecoveryCodes(db, caller, hashes, now)
    await finishCredentialChange(db, inside, 'factor', {
      action: 'update',
      summary: `【${caller.name}】重新生成两步验证的恢复码`,
    })
    return { recoveryCodes: codes }
  })

/** An administrator removes the factor of somebody who can use it no more; his right to the person was checked. */
export const removeFactorOf = async (
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
  if (!(await deleteFactor(db, { firmId, population, id })))
    throw wrongState(0, [1], '该人员没有开启两步验证')
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
