import type { z } from 'zod'

import type { session } from '../../resources/session.ts'
import type { Caller, Context } from '../context.ts'
import { invalid, Refusal } from '../refusal.ts'
import { useCode } from '../services/codes.ts'
import { pass, type Picture } from '../services/gate.ts'
import { hashPassword, isOutdated, verifyPassword } from '../services/passwords.ts'
import { type Person, personNamed } from '../services/people.ts'
import { enter, firmOf } from '../services/signIn.ts'

type Origin = Context<Caller | null>
type Input<K extends keyof typeof session.calls> = z.output<(typeof session.calls)[K]['input']>

type Guess = Picture & { population: 1 | 2; name: string; password: string; remember: 0 | 1 }

const byPassword = async (context: Origin, { population, name, password, remember, codeId, code }: Guess) => {
  const { database, firmId } = context
  const { settings } = await firmOf(context)
  if (population === 2 && settings.passwordLogin === 0) throw new Refusal('4031')
  const person = await database.read(firmId, db => personNamed(db, firmId, population, name))
  const proved: Person = await pass(context, {
    population,
    name,
    person,
    picture: { codeId, code },
    captcha: settings.captcha,
    refusal: new Refusal('4001'),
    prove: async () => ((await verifyPassword(person?.passwordHash ?? null, password)) ? person : null),
  })
  const passwordHash = isOutdated(proved.passwordHash ?? '') ? await hashPassword(password) : undefined
  const isSingle = settings.singleSession === 1
  return enter(context, { person: proved, isRemembered: remember === 1, isSingle, passwordHash })
}

type SmsGuess = { name: string; smsId: string; smsCode: string; remember: 0 | 1 }

const bySms = async (context: Origin, { name, smsId, smsCode, remember }: SmsGuess) => {
  const { database, firmId, now } = context
  const { settings } = await firmOf(context)
  if (settings.smsLogin === 0) throw new Refusal('4031')
  const person = await database.read(firmId, db => personNamed(db, firmId, 2, name))
  const proved: Person = await pass(context, {
    population: 2,
    name,
    person,
    picture: {},
    // The code cost a captcha when it was asked for.
    captcha: 'never',
    refusal: new Refusal('4002'),
    prove: async () => {
      const use = {
        kind: 'sms',
        firmId,
        purposes: ['login'],
        subject: name,
        id: smsId,
        code: smsCode,
      } as const
      return (await useCode(database, use, now)) ? person : null
    },
  })
  return enter(context, {
    person: proved,
    isRemembered: remember === 1,
    isSingle: settings.singleSession === 1,
  })
}

export const firmAccessUserLogin = ({ account, ...rest }: Input<'firmAccessUserLogin'>, context: Origin) =>
  byPassword(context, { ...rest, population: 1, name: account })

export const lawyerLogin = (
  { mobile, password, smsId, smsCode, remember, codeId, code }: Input<'lawyerLogin'>,
  context: Origin,
) => {
  if (smsId && smsCode) return bySms(context, { name: mobile, smsId, smsCode, remember })
  if (!password) throw invalid({ password: '请输入密码' })
  return byPassword(context, { population: 2, name: mobile, password, remember, codeId, code })
}
