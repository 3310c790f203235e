import type { z } from 'zod'

import type { registration } from '../../../resources/registration.ts'
import type { PublicContext } from '../../context/context.ts'
import { type Handlers, ownTransaction } from '../../context/handlers.ts'
import { ApiError, invalid } from '../../context/apiError.ts'
import { contactsOfFirm } from '../../services/directory/contacts.ts'
import { lifetimeSeconds, issueTicket, readTicket, consumeCode } from '../../services/identity/codes.ts'
import { limitRate, networkOf } from '../../services/limits/counters.ts'
import { requireCaptcha, throttleCode } from '../../services/limits/loginThrottle.ts'
import { findPersonByName } from '../../services/directory/people.ts'
import { requireFirm } from '../../services/identity/signIn.ts'
import { hashPassword, passwordErrorIn } from '../../services/identity/passwords.ts'
import {
  checkRegistration,
  createRegistration,
  refusedApplication,
} from '../../services/identity/registration.ts'
import { withRegistrationCode } from '../../services/identity/registrationCode.ts'
import { sendCode } from '../../services/identity/smsCodes.ts'

type Input<K extends keyof typeof registration.calls> = z.output<(typeof registration.calls)[K]['input']>

const minuteMs = 60_000
const lookUpLimit = { most: 30, windowMs: 15 * minuteMs }
const formLimit = { most: 20, windowMs: 60 * minuteMs }

/**
 * The contacts of the firm: a lawyer also sees those of the own office, everybody else only those of the main
 * office.
 */
const getAdminInfo = async ({ codeId, code }: Input<'getAdminInfo'>, context: PublicContext) => {
  const { caller, database, firmId } = context
  if (!caller) await requireCaptcha(context, { codeId, code })
  return database.read(firmId, db => contactsOfFirm(db, firmId, caller?.organizationId))
}

const getCardCode = async ({ mobile, codeId, code }: Input<'getCardCode'>, context: PublicContext) => {
  const firm = await requireFirm(context)
  if (firm.settings.register === 0) throw new ApiError('4031')
  if (!context.caller) await requireCaptcha(context, { codeId, code })
  return sendCode(context, firm, 'register', mobile)
}

/** A right code is exchanged for a ticket with the code's purpose. */
const checkSmsCode = async ({ mobile, smsId, smsCode }: Input<'checkSmsCode'>, context: PublicContext) => {
  const { database, firmId, now } = context
  const person = await database.read(firmId, db => findPersonByName(db, firmId, 2, mobile))
  const use = {
    kind: 'sms',
    firmId,
    purposes: ['register', 'forgot'],
    subject: mobile,
    id: smsId,
    code: smsCode,
  } as const
  const purpose = await throttleCode(context, {
    population: 2,
    name: mobile,
    person,
    refusal: new ApiError('4002'),
    prove: () => consumeCode(database, use, now),
  })
  const ticket = await issueTicket(database, { firmId, purpose, subject: mobile }, now)
  return { ticket, expireIn: lifetimeSeconds('ticket') }
}

/** Whether a mobile is free. Its owner, who has a ticket, also learns the state of the account. */
const checkMobile = async (
  { mobile, ticket, codeId, code }: Input<'checkMobile'>,
  context: PublicContext,
) => {
  const { database, firmId, ip, now } = context
  await limitRate(database, `checkMobile:${networkOf(ip)}`, lookUpLimit, now)
  const isOwner =
    ticket !== undefined &&
    (await database.read(firmId, db => readTicket(db, ticket, { firmId, purpose: 'register' }, now))) ===
      mobile
  if (!isOwner) await requireCaptcha(context, { codeId, code })
  const person = await database.read(firmId, db => findPersonByName(db, firmId, 2, mobile))
  if (!person) return { available: true }
  if (!isOwner) return { available: false }
  const { id, status } = person
  return {
    available: false,
    status,
    ...(status === 2 && (await database.read(firmId, db => refusedApplication(db, firmId, id)))),
  }
}

const register = async (form: Input<'register'>, context: PublicContext) => {
  const { database, firmId, ip, now } = context
  const firm = await requireFirm(context)
  await limitRate(database, `register:${networkOf(ip)}`, formLimit, now)
  checkRegistration(form, firm.settings)
  const error = passwordErrorIn(firm, form.password, { mobile: form.mobile })
  if (error) throw invalid({ password: error })
  const passwordHash = await hashPassword(form.password)
  const create = () => database.write(firmId, db => createRegistration(db, context, form, passwordHash))
  return form.inviteCode ? withRegistrationCode(context, form.mobile, create) : create()
}

export const registrationHandlers: Handlers<typeof registration.calls> = {
  getAdminInfo: ownTransaction(getAdminInfo),
  getCardCode: ownTransaction(getCardCode),
  checkSmsCode: ownTransaction(checkSmsCode),
  checkMobile: ownTransaction(checkMobile),
  register: ownTransaction(register),
}
