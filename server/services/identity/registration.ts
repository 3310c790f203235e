import { and, eq, or, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { decodeLicence } from '../../../resources/domain/licence.ts'
import { applicantFieldsFor } from '../../../resources/domain/applicant.ts'
import type { FieldErrors } from '../../../resources/domain/codes.ts'
import { inputSchema } from '../../../resources/kit/index.ts'
import type { registration } from '../../../resources/registration.ts'
import type { PublicContext } from '../../context/context.ts'
import type { Db } from '../../db/connection/open.ts'
import { lawyers, offices } from '../../db/tables.ts'
import { invalid, ApiError } from '../../context/apiError.ts'
import { appendLogEntries } from '../audit/audit.ts'
import { newCodeKey } from '../lawyers/codeKey.ts'
import { lawyerNamesFor } from '../lawyers/values.ts'
import { consumeTicket } from './codes.ts'
import { useRegistrationCode } from './registrationCode.ts'
import { settingOf, type SettingValues } from '../settings/firmSettings.ts'
import { notifyRegistered } from '../../notifications/lawyers.ts'
import { enabledOffices } from '../offices/enabled.ts'
import { lawyerKeys } from '../directory/nameKeys.ts'
import { lockReferences } from '../directory/references.ts'

type Form = z.output<(typeof registration.calls)['register']['input']>

/** The chosen office; the main office where the form does not ask for one. */
const officeFor = async (db: Db, firmId: number, organizationId: number | null) => {
  if (organizationId !== null) await lockReferences({ db, firmId }, { offices: [organizationId] })
  const officeCondition =
    organizationId === null ? eq(offices.isMain, 1) : eq(offices.organizationId, organizationId)
  const [office] = await db
    .select({ id: offices.organizationId })
    .from(offices)
    .where(and(enabledOffices(firmId), officeCondition))
  if (!office) throw invalid({ organizationId: '请选择所属律所' })
  return office.id
}

/**
 * Checks that registration is open, that the required fields are filled in, and that the agreement is the
 * current version.
 */
export const checkRegistration = (form: Form, settings: SettingValues<'loginRegSet'>) => {
  if (settings.register === 0) throw new ApiError('4031')
  if (settings.mobileWhitelistOnly === 1) throw new ApiError('4031', '本所只由管理员开通账号，请联系管理员')
  const parsedFields = inputSchema(applicantFieldsFor(settings.registerFields ?? []))
    .loose()
    .safeParse(form)
  const errors: FieldErrors = Object.fromEntries(
    (parsedFields.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]),
  )
  if (form.consentVersion !== settings.agreementVersion)
    errors['consentVersion'] = '用户协议已更新，请重新阅读并同意'
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/**
 * The id of an earlier refused application with this mobile, which may be corrected; throws where another
 * account has the mobile or licence.
 */
const refusedApplicationId = async (db: Db, firmId: number, { mobile, licenseNumber }: Form) => {
  const rows = await db
    .select({ id: lawyers.id, mobile: lawyers.mobile, status: lawyers.status, deletedAt: lawyers.deletedAt })
    .from(lawyers)
    .where(
      and(
        eq(lawyers.firmId, firmId),
        or(eq(lawyers.mobile, mobile), licenseNumber ? eq(lawyers.licenseNumber, licenseNumber) : undefined),
      ),
    )
  const earlierApplication = rows.find(it => it.mobile === mobile)
  if (rows.some(row => row !== earlierApplication))
    throw invalid({ licenseNumber: '该执业证号已存在，请核对' })
  if (earlierApplication && (earlierApplication.status !== 2 || earlierApplication.deletedAt))
    throw invalid({ mobile: '该手机号已注册，请直接登录或联系管理员' })
  return earlierApplication?.id ?? null
}

const accountValues = (
  { now, ip }: Pick<PublicContext, 'now' | 'ip'>,
  form: Form,
  organizationId: number,
  passwordHash: string,
) => {
  const { name, mobile, personType, licenseNumber = null, email = null, consentVersion } = form
  const names = lawyerNamesFor({ name })
  const licence = licenseNumber ? decodeLicence(licenseNumber) : null
  return {
    name,
    ...names,
    mobile,
    email,
    isEmailUnproven: 1 as const,
    organizationId,
    personType: personType ?? 1,
    licenseNumber,
    practiceType: licence?.practiceType ?? null,
    firstPractisedYear: licence?.year ?? null,
    consentVersion,
    consentAt: now,
    consentIp: ip,
    passwordHash,
    ...lawyerKeys({ name, ...names, mobile, licenseNumber }),
    source: 3 as const,
    rejectReason: null,
    updatedAt: now,
  }
}

const saveAccount = async (db: Db, context: PublicContext, form: Form, passwordHash: string) => {
  const { firmId, now } = context
  const proof = { firmId, purpose: 'register', subject: form.mobile }
  if (!(await consumeTicket(db, form.ticket, proof, now))) throw new ApiError('4002')
  const organizationId = await officeFor(db, firmId, form.organizationId ?? null)
  const refusedId = await refusedApplicationId(db, firmId, form)
  if (form.inviteCode) await useRegistrationCode(db, context, form.inviteCode)
  const status = form.inviteCode || (await settingOf(db, firmId, 'cardReview')).registerReview === 0 ? 1 : 0
  const values = { ...accountValues(context, form, organizationId, passwordHash), status } as const
  const [row] = refusedId
    ? await db
        .update(lawyers)
        .set({ ...values, version: sql`${lawyers.version} + 1` })
        .where(and(eq(lawyers.firmId, firmId), eq(lawyers.id, refusedId), eq(lawyers.status, 2)))
        .returning({ id: lawyers.id })
    : await db
        .insert(lawyers)
        .values({ ...values, firmId, codeKey: newCodeKey(), createdAt: now })
        .returning({ id: lawyers.id })
  if (!row) throw new ApiError('4091')
  return { id: row.id, status, organizationId } as const
}

const logAndNotify = async (
  db: Db,
  context: PublicContext,
  form: Form,
  { id, status, organizationId }: { id: number; status: 0 | 1; organizationId: number },
) => {
  const { name } = form
  await appendLogEntries(db, context, [
    {
      module: 4,
      action: 'create',
      target: { type: 'lawyers', id, name, organizationId },
      summary: status ? `【${name}】自主注册，凭免审码或无需审核直接通过` : `【${name}】自主注册`,
    },
  ])
  await notifyRegistered({ ...context, db }, { id, name, organizationId }, status === 1)
}

/** Creates an account from a verified mobile number; it waits for approval unless the firm demands none. */
export const createRegistration = async (
  db: Db,
  context: PublicContext,
  form: Form,
  passwordHash: string,
) => {
  // Checked again, since the settings may have changed while the password was hashed.
  checkRegistration(form, await settingOf(db, context.firmId, 'loginRegSet'))
  const account = await saveAccount(db, context, form, passwordHash)
  await logAndNotify(db, context, form, account)
  return account
}

/**
 * The reason of the refusal with the values of the application, so that the applicant can correct them
 * instead of typing them again.
 */
export const refusedApplication = async (db: Db, firmId: number, id: number) => {
  const [row] = await db
    .select({
      reason: lawyers.rejectReason,
      application: {
        name: lawyers.name,
        organizationId: lawyers.organizationId,
        personType: lawyers.personType,
        licenseNumber: lawyers.licenseNumber,
        email: lawyers.email,
      },
    })
    .from(lawyers)
    .where(and(eq(lawyers.firmId, firmId), eq(lawyers.id, id)))
  return row
}
