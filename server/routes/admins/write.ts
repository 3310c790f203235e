import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'

import { admins as resource } from '../../../resources/admins/index.ts'
import type { ReferenceNames } from '../../../resources/kit/index.ts'
import { createdColumns, removedColumns } from '../../context/actor.ts'
import type { Context } from '../../context/context.ts'
import { admins } from '../../db/tables.ts'
import { type Handlers, ownTransaction } from '../../context/handlers.ts'
import { invalid, notFound, ApiError, wrongState } from '../../context/apiError.ts'
import { changedFields } from '../../services/audit/changedFields.ts'
import { diffOf, type LogEntry, log } from '../../services/audit/audit.ts'
import { unlock } from '../../services/limits/counters.ts'
import { type Confirmation, requirePassword } from '../../services/identity/credentials.ts'
import { notifyAdminAccountChanged } from '../../notifications/accounts.ts'
import { endPasskeys } from '../../services/identity/accountSetup.ts'
import { hashPassword, randomPassword } from '../../services/identity/passwords.ts'
import { findPersonById } from '../../services/directory/people.ts'
import { adminKeys } from '../../services/directory/nameKeys.ts'
import { endMandatesOf } from '../../services/mandates/ending.ts'
import { endSessions } from '../../services/identity/session.ts'
import { updateVersioned } from '../../records/versioned.ts'
import { findAdmin, maskedAccount, visibleAdmins, adminTarget } from './rows.ts'
import {
  type Admin,
  checkAdminPlace,
  checkMayManage,
  checkUniqueAdmin,
  keepMainAdmin,
} from '../../services/admins/rules.ts'

type Calls = Handlers<typeof resource.calls>
type Patch = Partial<Admin>

/** A random initial password that its owner has to change; hashed before the transaction that stores it. */
const firstPassword = async () => {
  const initialPassword = randomPassword()
  return {
    initialPassword,
    values: { passwordHash: await hashPassword(initialPassword), mustChangePwd: 1 as const },
  }
}

type NewAdmin = z.output<(typeof resource.calls)['add']['input']>

const create = async (
  { account, ...input }: NewAdmin,
  initialPasswordValues: Awaited<ReturnType<typeof firstPassword>>,
  context: Context,
) => {
  const values = { ...input, account: account ?? input.mobile }
  const names = await checkAdminPlace(context, values)
  await checkUniqueAdmin(context, values)
  const [row] = await context.db
    .insert(admins)
    .values({
      ...values,
      ...initialPasswordValues.values,
      ...adminKeys(values),
      ...createdColumns(context),
    })
    .returning()
  const diff = diffOf(resource.fields, {}, { ...values, account: maskedAccount(values) }, names)
  await log(context, { module: 3, action: 'create', target: adminTarget(row!), diff })
  return { id: row!.id, version: row!.version, initialPassword: initialPasswordValues.initialPassword }
}

export const addAdmin: Calls['add'] = ownTransaction(async (input, context) => {
  const { database, firmId, once } = context
  const initialPasswordValues = await firstPassword()
  const answer = await database.write(firmId, db =>
    once(db, () => create(input, initialPasswordValues, { ...context, db })),
  )
  return resource.calls.add.output.parse(answer)
})

const rightFields: readonly string[] = ['officeLevel', 'organizationId', 'canAudit', 'canExport', 'status']

/** Nobody edits their own rights (promise Q21); the own password has a call that asks for the old one. */
const checkSelf = ({ caller }: Context, { id }: Admin, patch: Patch, isReset: boolean) => {
  if (id !== caller.id) return
  if (isReset || Object.keys(patch).some(name => rightFields.includes(name)))
    throw new ApiError('4030', '不能修改自己的权限、状态或重置自己的密码', {
      need: 'admin.edit',
      scope: 'others',
    })
}

const changesAny = (patch: Patch, ...names: (keyof Admin)[]) => names.some(name => name in patch)

/** Checks the change against other rows; returns the names of the offices concerned. */
const checkChange = async (context: Context, current: Admin, patch: Patch): Promise<ReferenceNames> => {
  const next = { ...current, ...patch }
  const names = changesAny(patch, 'organizationId', 'officeLevel')
    ? await checkAdminPlace(context, next, current)
    : {}
  if (changesAny(patch, 'account', 'mobile', 'organizationId', 'officeLevel'))
    await checkUniqueAdmin(context, next, current.id)
  if (next.officeLevel !== 1 || next.status !== 1) await keepMainAdmin(context, current)
  return names
}

/** `status` is logged whenever it was requested, since enabling a locked account changes no column. */
const entriesOf = (
  current: Admin,
  patch: Patch,
  names: ReferenceNames,
  requested: { status?: 0 | 1; isReset: boolean },
) => {
  const { status: _, ...rest } = patch
  const before = { ...current, account: maskedAccount(current) }
  const after = { ...rest, ...(rest.account && { account: maskedAccount({ ...current, ...rest }) }) }
  const entryBase = { module: 3, target: adminTarget(current) } as const
  const entries: LogEntry[] = []
  const diff = diffOf(resource.fields, before, after, names)
  if (diff.length > 0) entries.push({ ...entryBase, action: 'update', diff })
  if (requested.status !== undefined)
    entries.push({
      ...entryBase,
      action: requested.status === 1 ? 'enable' : 'disable',
      diff: diffOf(resource.fields, current, { status: requested.status }),
    })
  if (requested.isReset) entries.push({ ...entryBase, action: 'resetPassword' })
  return entries
}

/** Whether all sessions of the person end at once (promise Q14). */
const endsSessions = ({ status, ...patch }: Patch, isReset: boolean) =>
  isReset || status === 0 || changesAny(patch, 'organizationId', 'officeLevel', 'account', 'mobile')

type Input = z.output<(typeof resource.calls)['firmAccessUserUpdate']['input']>

const change = async (
  { id, version, resetPassword: _reset, account, password: _password, ...input }: Input,
  initialPasswordValues: Awaited<ReturnType<typeof firstPassword>> | null,
  context: Context,
) => {
  const { caller, db, firmId } = context
  const current = await findAdmin(context, id)
  checkMayManage(context, current)
  const patch = changedFields(current, { ...input, ...(account && { account }) })
  const isReset = initialPasswordValues !== null
  checkSelf(context, current, patch, isReset)
  const names = await checkChange(context, current, patch)
  const answer = await updateVersioned(context, admins, {
    where: and(visibleAdmins(context), eq(admins.id, id))!,
    current,
    version,
    patch: {
      ...patch,
      ...initialPasswordValues?.values,
      ...(changesAny(patch, 'name', 'account', 'mobile') && adminKeys({ ...current, ...patch })),
    },
    fields: resource.fields,
  })
  // Enabling an administrator also lifts the lock after failed attempts.
  if (isReset || input.status === 1) await unlock(db, firmId, 1, id)
  // A caller who changes their own account has just typed the password, and stays signed in here.
  if (endsSessions(patch, isReset))
    await endSessions(db, { firmId, population: 1, id }, id === caller.id ? caller.sessionId : undefined)
  if (patch.status === 0 || patch.organizationId !== undefined) await endMandatesOf(context, 1, [id])
  await notifyAdminAccountChanged(context, id, { isReset, ...patch })
  const requested = { isReset, ...(('status' in patch || input.status === 1) && { status: input.status! }) }
  const entries = entriesOf(current, patch, names, requested)
  if (isReset)
    entries.push(
      ...(await endPasskeys(db, { firmId, population: 1, id }, { module: 3, target: adminTarget(current) })),
    )
  if (entries.length > 0) await log(context, ...entries)
  return {
    ...answer,
    ...(initialPasswordValues && { initialPassword: initialPasswordValues.initialPassword }),
  }
}

/** A change of the caller's own sign-in names requires the password again (promise Q11). */
const confirmOwnChange = async (
  context: Context,
  { id, mobile, account, password }: Input,
): Promise<Confirmation> => {
  const { caller, database, firmId } = context
  const withoutConfirmation: Confirmation = async () => {}
  if (id !== caller.id) return withoutConfirmation
  const person = await database.read(firmId, db => findPersonById(db, caller))
  if (!person) throw notFound()
  const isUnchanged = (wanted?: string | null, current?: string) => !wanted || wanted === current
  if (isUnchanged(mobile, person.mobile) && isUnchanged(account, person.account)) return withoutConfirmation
  if (!password) throw invalid({ password: '请输入登录密码' })
  return requirePassword(context, person, 'password', password)
}

export const firmAccessUserUpdate: Calls['firmAccessUserUpdate'] = ownTransaction(async (input, context) => {
  const confirm = await confirmOwnChange(context, input)
  const initialPasswordValues = input.resetPassword === 1 ? await firstPassword() : null
  return context.database.write(context.firmId, async db => {
    await confirm(db)
    return change(input, initialPasswordValues, { ...context, db })
  })
})

export const removeAdmin: Calls['remove'] = async ({ id }, context) => {
  const { caller, db, firmId } = context
  const current = await findAdmin(context, id)
  if (id === caller.id) throw wrongState(current.status, [], '不能删除自己的账号')
  checkMayManage(context, current)
  await keepMainAdmin(context, current)
  const [removedRow] = await db
    .update(admins)
    .set(removedColumns(context, admins))
    .where(and(visibleAdmins(context), eq(admins.id, id)))
    .returning({ id: admins.id })
  if (!removedRow) throw notFound()
  await endSessions(db, { firmId, population: 1, id })
  await endMandatesOf(context, 1, [id])
  await log(context, { module: 3, action: 'delete', target: adminTarget(current) })
  return {}
}
