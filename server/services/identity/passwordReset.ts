import type { Population } from '../../../resources/domain/role.ts'
import { ApiError, invalid } from '../../context/apiError.ts'
import type { PublicContext } from '../../context/context.ts'
import { notifyPasswordRecovered } from '../../notifications/accounts.ts'
import { append } from '../audit/audit.ts'
import { consumeTicket, readTicket } from './codes.ts'
import { limitRate, networkOf, unlock } from '../limits/counters.ts'
import { hashPassword, passwordErrorIn } from './passwords.ts'
import { lockPerson, personNamed, personTarget, writeAccount } from '../directory/people.ts'
import { endSessions } from './session.ts'
import { requireFirm } from './signIn.ts'

const resets = { most: 20, windowMs: 60 * 60_000 }
const overdue = () => new ApiError('4002', '验证已过期，请重新获取短信验证码')

type Reset = { ticket: string; userType: Population; newPassword: string }

/** Only the owner of a number has a ticket for it: whatever is said here, he may know. */
const ownerOf = async ({ database, firmId, now }: PublicContext, { ticket, userType }: Reset) =>
  database.read(firmId, async db => {
    const mobile = await readTicket(db, ticket, { firmId, purpose: 'forgot' }, now)
    if (mobile === null) throw overdue()
    const person = await personNamed(db, firmId, userType, mobile)
    // An account may be written like another person's mobile.
    if (person?.mobile === mobile) return person
    throw invalid({
      mobile:
        userType === 1 ? '该手机号没有管理员账号，请核对登录身份' : '该手机号没有律师账号，请核对登录身份',
    })
  })

/** A forgotten password: the ticket of a code to his mobile sets a new one. All sessions end, a lock is lifted. */
export const resetForgottenPassword = async (context: PublicContext, reset: Reset) => {
  const { database, firmId, ip, now } = context
  const { ticket, newPassword } = reset
  await limitRate(database, `reset:${networkOf(ip)}`, resets, now)
  const firm = await requireFirm(context)
  const person = await ownerOf(context, reset)
  const error = passwordErrorIn(firm, newPassword, person)
  if (error) throw invalid({ newPassword: error })
  const passwordHash = await hashPassword(newPassword)
  await database.write(firmId, async db => {
    const { population, id } = person
    // The number may have been given up, or its owner removed, since the ticket was looked at.
    const current = await lockPerson(db, { firmId, population, id })
    if (current?.mobile !== person.mobile) throw overdue()
    const proof = { firmId, purpose: 'forgot', subject: person.mobile }
    if (!(await consumeTicket(db, ticket, proof, now))) throw overdue()
    await writeAccount(db, { firmId, population, id }, { passwordHash, mustChangePwd: 0 })
    await unlock(db, firmId, population, id)
    await endSessions(db, { firmId, population, id })
    await append(db, context, [
      {
        module: 1,
        action: 'changePassword',
        target: personTarget(person),
        summary: `【${person.name}】通过短信验证码重设密码`,
      },
    ])
    await notifyPasswordRecovered({ ...context, db }, person, '短信验证码')
  })
}
