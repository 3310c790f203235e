import { and, asc, desc, eq, isNull, or } from 'drizzle-orm'
import type { z } from 'zod'

import { masked } from '../../resources/kit/index.ts'
import type { registration } from '../../resources/session.ts'
import type { Caller, Context } from '../context.ts'
import { admins, offices } from '../db/tables.ts'
import { type Handlers, outside } from '../implement.ts'
import { Refusal } from '../refusal.ts'
import { expireIn, giveTicket, readTicket, useCode } from '../services/codes.ts'
import { limitTo, networkOf } from '../services/counters.ts'
import { needPicture, pass } from '../services/gate.ts'
import { personNamed } from '../services/people.ts'
import { firmOf } from '../services/signIn.ts'
import { register } from './registrationForm.ts'
import { sendCode } from './sessionCodes.ts'

type Origin = Context<Caller | null>
type Input<K extends keyof typeof registration.calls> = z.output<(typeof registration.calls)[K]['input']>

const minute = 60_000
const lookUps = { most: 30, windowMs: 15 * minute }

/** Whom to ask: a lawyer sees his own office's contacts too, everybody else the main office's only. */
const getAdminInfo = async ({ codeId, code }: Input<'getAdminInfo'>, context: Origin) => {
  const { caller, database, firmId } = context
  if (!caller) await needPicture(context, { codeId, code })
  const isNear = or(
    eq(offices.isMain, 1),
    caller ? eq(offices.organizationId, caller.organizationId) : undefined,
  )
  const rows = await database.read(firmId, db =>
    db
      .select({ name: admins.name, mobile: admins.mobile, officeName: offices.name, phones: offices.phone })
      .from(admins)
      .innerJoin(offices, eq(offices.organizationId, admins.organizationId))
      .where(
        and(
          eq(admins.firmId, firmId),
          eq(admins.status, 1),
          eq(admins.isContact, 1),
          eq(admins.isSystem, 0),
          isNull(admins.deletedAt),
          isNear,
        ),
      )
      .orderBy(desc(offices.isMain), asc(admins.officeLevel), asc(admins.id))
      .limit(20),
  )
  return rows.map(({ name, mobile, officeName, phones }) => ({
    name,
    officeName,
    mobileMasked: masked(mobile),
    phone: phones[0] ?? '',
  }))
}

const getCardCode = async ({ mobile, codeId, code }: Input<'getCardCode'>, context: Origin) => {
  const { settings } = await firmOf(context)
  if (settings.register === 0) throw new Refusal('4031')
  if (!context.caller) await needPicture(context, { codeId, code })
  return sendCode(context, 'register', mobile)
}

/** A right code becomes a ticket for what it was asked for. Wrong ones count like wrong passwords (promise Q06). */
const checkSmsCode = async ({ mobile, smsId, smsCode }: Input<'checkSmsCode'>, context: Origin) => {
  const { database, firmId, now } = context
  const person = await database.read(firmId, db => personNamed(db, firmId, 2, mobile))
  const use = {
    kind: 'sms',
    firmId,
    purposes: ['register', 'forgot'],
    subject: mobile,
    id: smsId,
    code: smsCode,
  } as const
  const purpose = await pass(context, {
    population: 2,
    name: mobile,
    person,
    picture: {},
    captcha: 'never',
    refusal: new Refusal('4002'),
    prove: () => useCode(database, use, now),
  })
  const ticket = await giveTicket(database, { firmId, purpose, subject: mobile }, now)
  return { ticket, expireIn: expireIn('ticket') }
}

/** Whether a mobile is free. Its owner, who holds the ticket, also learns how the account stands. */
const checkMobile = async ({ mobile, ticket, codeId, code }: Input<'checkMobile'>, context: Origin) => {
  const { database, firmId, ip, now } = context
  await limitTo(database, `checkMobile:${networkOf(ip)}`, lookUps, now)
  const isOwner =
    ticket !== undefined &&
    (await database.read(firmId, db => readTicket(db, ticket, { firmId, purpose: 'register' }, now))) ===
      mobile
  if (!isOwner) await needPicture(context, { codeId, code })
  const person = await database.read(firmId, db => personNamed(db, firmId, 2, mobile))
  if (!person) return { available: true }
  return { available: false, ...(isOwner && { status: person.status }) }
}

export const registrationHandlers: Handlers<typeof registration.calls> = {
  getAdminInfo: outside(getAdminInfo),
  getCardCode: outside(getCardCode),
  checkSmsCode: outside(checkSmsCode),
  checkMobile: outside(checkMobile),
  register: outside(register),
}
