import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { decodeLicence } from '../../resources/kit/index.ts'
import type { registration } from '../../resources/session.ts'
import type { Caller, Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { firmConfigs, lawyers, offices } from '../db/tables.ts'
import { invalid, Refusal } from '../refusal.ts'
import { searchText } from '../searchText.ts'
import { append } from '../services/audit.ts'
import { newCodeKey } from '../services/codeKey.ts'
import { useTicket } from '../services/codes.ts'
import { limitTo, networkOf } from '../services/counters.ts'
import { sendMessages } from '../services/messages.ts'
import { hashPassword, passwordFault } from '../services/passwords.ts'
import { englishName, pinyinOf } from '../services/pinyin.ts'
import { firmOf } from '../services/signIn.ts'

type Origin = Context<Caller | null>
type Form = z.output<(typeof registration.calls)['register']['input']>

const forms = { most: 20, windowMs: 60 * 60_000 }

const checkOffice = async (db: Db, firmId: number, organizationId: number) => {
  const [office] = await db
    .select({ id: offices.organizationId })
    .from(offices)
    .where(
      and(
        eq(offices.firmId, firmId),
        eq(offices.organizationId, organizationId),
        eq(offices.status, 1),
        isNull(offices.deletedAt),
      ),
    )
  if (!office) throw invalid({ organizationId: '请选择所属律所' })
}

/** The row of this mobile if it was refused before and may be corrected; anything else that is in the way is said. */
const formerOf = async (db: Db, firmId: number, { mobile, licenseNumber }: Form) => {
  const rows = await db
    .select({ id: lawyers.id, mobile: lawyers.mobile, status: lawyers.status, deletedAt: lawyers.deletedAt })
    .from(lawyers)
    .where(
      and(
        eq(lawyers.firmId, firmId),
        or(eq(lawyers.mobile, mobile), licenseNumber ? eq(lawyers.licenseNumber, licenseNumber) : undefined),
      ),
    )
  const former = rows.find(it => it.mobile === mobile)
  if (rows.some(it => it !== former)) throw invalid({ licenseNumber: '该执业证号已存在,请核对' })
  if (former && (former.status !== 2 || former.deletedAt))
    throw invalid({ mobile: '该手机号已注册,请直接登录或联系管理员' })
  return former?.id ?? null
}

/** The code that passes a lawyer at once (domain.md §5, queryAuditCode): one conditional statement counts its use. */
const useInviteCode = async (db: Db, { firmId, now }: Origin, code: string) => {
  const { rowCount } = await db.execute(sql`
    update firm_configs set value = jsonb_set(value, '{used}', to_jsonb(coalesce((value ->> 'used')::int, 0) + 1))
    where firm_id = ${firmId} and key = 'auditCode' and value ->> 'enabled' = '1' and value ->> 'code' = ${code}
      and (value ->> 'maxUse' is null or coalesce((value ->> 'used')::int, 0) < (value ->> 'maxUse')::int)
      and (value ->> 'expireAt' is null or (value ->> 'expireAt')::timestamptz > ${now.toISOString()}::timestamptz)`)
  if (rowCount === 0) throw invalid({ inviteCode: '注册免审码无效或已用完' })
}

const needsReview = async (db: Db, firmId: number) => {
  const [row] = await db
    .select({ value: firmConfigs.value })
    .from(firmConfigs)
    .where(and(eq(firmConfigs.firmId, firmId), eq(firmConfigs.key, 'cardReview')))
  return row?.value['registerReview'] !== 0
}

const valuesOf = (form: Form, passwordHash: string, now: Date) => {
  const {
    name,
    mobile,
    organizationId,
    personType,
    licenseNumber = null,
    email = null,
    consentVersion,
  } = form
  const { full, initials } = pinyinOf(name)
  const nameEn = englishName(name)
  const licence = licenseNumber ? decodeLicence(licenseNumber) : null
  return {
    name,
    nameEn,
    namePinyin: full,
    nameInitials: initials,
    mobile,
    email,
    organizationId,
    personType,
    licenseNumber,
    practiceType: licence?.practiceType ?? null,
    firstPractisedYear: licence?.year ?? null,
    consentVersion,
    consentAt: now,
    passwordHash,
    search: searchText(name, full, initials, nameEn, mobile, licenseNumber),
    source: 3 as const,
    rejectReason: null,
    updatedAt: now,
  }
}

const save = async (db: Db, context: Origin, form: Form, passwordHash: string) => {
  const { firmId, now } = context
  const proof = { firmId, purpose: 'register', subject: form.mobile }
  if (!(await useTicket(db, form.ticket, proof, now))) throw new Refusal('4002')
  await checkOffice(db, firmId, form.organizationId)
  const formerId = await formerOf(db, firmId, form)
  if (form.inviteCode) await useInviteCode(db, context, form.inviteCode)
  const status = form.inviteCode || !(await needsReview(db, firmId)) ? 1 : 0
  const values = { ...valuesOf(form, passwordHash, now), status } as const
  const [row] = formerId
    ? await db
        .update(lawyers)
        .set({ ...values, version: sql`${lawyers.version} + 1` })
        .where(and(eq(lawyers.firmId, firmId), eq(lawyers.id, formerId), eq(lawyers.status, 2)))
        .returning({ id: lawyers.id })
    : await db
        .insert(lawyers)
        .values({ ...values, firmId, codeKey: newCodeKey(), createdAt: now })
        .returning({ id: lawyers.id })
  if (!row) throw new Refusal('4091')
  return { id: row.id, status } as const
}

const tell = async (db: Db, context: Origin, form: Form, { id, status }: { id: number; status: 0 | 1 }) => {
  const { name, organizationId } = form
  await append(db, context, [
    {
      module: 4,
      action: 'create',
      target: { type: 'lawyers', id, name, organizationId },
      summary: `【${name}】自主注册${status ? ',凭免审码或无需审核直接通过' : ''}`,
    },
  ])
  await sendMessages(
    { ...context, caller: null, db },
    {
      type: 2,
      title: `${name}注册了账号`,
      content: status ? `${name}已注册并直接通过。` : `${name}提交了注册申请,请审核。`,
      bizType: 'lawyer',
      bizId: id,
      link: `/app/lawyer/${id}`,
    },
    { reviewing: 'lawyer.pass', organizationId },
  )
}

/** From a proved mobile number to an account, which waits for approval unless the firm wants none. */
export const register = async (form: Form, context: Origin) => {
  const { database, firmId, ip, now } = context
  const { name, shortName, settings } = await firmOf(context)
  if (settings.register === 0) throw new Refusal('4031')
  if (settings.mobileWhitelistOnly === 1) throw new Refusal('4031', '本所只由管理员开通账号,请联系管理员')
  await limitTo(database, `register:${networkOf(ip)}`, forms, now)
  const firmNames = [name, shortName]
  const fault = passwordFault(form.password, { mobile: form.mobile, firmNames }, settings.pwdMinLength)
  if (fault) throw invalid({ password: fault })
  const passwordHash = await hashPassword(form.password)
  return database.write(firmId, async db => {
    const saved = await save(db, context, form, passwordHash)
    await tell(db, context, form, saved)
    return saved
  })
}
