import type { Population } from '../../../resources/domain/role.ts'
import { ApiError, invalid } from '../../context/apiError.ts'
import type { PublicContext } from '../../context/context.ts'
import { notifyPasswordRecovered } from '../../notifications/accounts.ts'
import { appendLogEntries } from '../audit/audit.ts'
import { consumeTicket, readTicket } from './codes.ts'
import { limitRate, networkOf, unlock } from '../limits/counters.ts'
import { settlePasskeys } from './accountSetup.ts'
import { hashPassword, passwordErrorIn } from './passwords.ts'
import { lockPerson, findPersonByName, personTarget, writeAccount } from '../directory/people.ts'
import { endSessions } from './session.ts'
import { requireFirm } from './signIn.ts'

const resetLimit = { most: 20, windowMs: 60 * 60_000 }
const expiredTicket = () => new ApiError('4002', '验证已过期，请重新获取短信验证码')

type PasswordReset = { ticket: string; userType: Population; newPassword: string }

/**
 * Only the owner of the mobile has a ticket for it, so the answers need not hide whether an account exists.
 */
const ownerOf = async ({ database, firmId, now }: PublicContext, { ticket, userType }: PasswordReset) =>
  database.read(firmId, async db => {
    const mobile = await readTicket(db, ticket, { firmId, purpose: 'forgot' }, now)
    if (mobile === null) throw expiredTicket()
    const person = await findPersonByName(db, firmId, userType, mobile)
    // An account name may equal another person's mobile.
    if (person?.mobile === mobile) return person
    throw invalid({
      mobile:
        userType === 1 ? '该手机号没有管理员账号，请核对登录身份' : '该手机号没有律师账号，请核对登录身份',
    })
  })

/**
 * Sets a new password with the ticket of a code to the person's mobile. All sessions end, and a lock is
 * lifted.
 */
export const resetForgottenPassword = async (context: PublicContext, reset: PasswordReset) => {
  const { database, firmId, ip, now } = context
  const { ticket, newPassword } = reset
  await limitRate(database, `reset:${networkOf(ip)}`, resetLimit, now)
  const firm = await requireFirm(context)
  const person = await ownerOf(context, reset)
  const error = passwordErrorIn(firm, newPassword, person)
  if (error) throw invalid({ newPassword: error })
  const passwordHash = await hashPassword(newPassword)
  await database.write(firmId, async db => {
    const { population, id } = person
    // The mobile may have been changed, or the person removed, since the ticket was read.
    const current = await lockPerson(db, { firmId, population, id })
    if (current?.mobile !== person.mobile) throw expiredTicket()
    const proof = { firmId, purpose: 'forgot', subject: person.mobile }
    if (!(await consumeTicket(db, ticket, proof, now))) throw expiredTicket()
    const passkeyEntries = await settlePasskeys({ ...context, db }, current)
    await writeAccount(db, { firmId, population, id }, { passwordHash, mustChangePwd: 0 })
    await unlock(db, firmId, population, id)
    await endSessions(db, { firmId, population, id })
    await appendLogEntries(db, context, [
      {
        module: 1,
        action: 'changePassword',
        target: personTarget(person),
        summary: `【${person.name}】通过短信验证码重设密码`,
      },
      ...passkeyEntries,
    ])
    await notifyPasswordRecovered({ ...context, db }, person, '短信验证码')
  })
}
