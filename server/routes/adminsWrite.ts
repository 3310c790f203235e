import { and, eq } from 'drizzle-orm'

import { admins as resource } from '../../resources/admins.ts'
import { masked, type Names } from '../../resources/kit/index.ts'
import type { Context } from '../context.ts'
import { admins } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { missing, Refusal, wrongState } from '../refusal.ts'
import { searchText } from '../searchText.ts'
import { diffOf, type Entry, log } from '../services/audit.ts'
import { unlock } from '../services/counters.ts'
import { accountPage, sendMessages } from '../services/messages.ts'
import { hashPassword, randomPassword } from '../services/passwords.ts'
import { pinyinOf } from '../services/pinyin.ts'
import { endSessions } from '../session.ts'
import { created, stamped, updateVersioned } from '../versioned.ts'
import { type Admin, find, maskedAccount, reach, target } from './adminsRows.ts'
import { checkPlace, checkReach, checkUnique, keepOneMain } from './adminsRules.ts'

type Calls = Handlers<typeof resource.calls>
type Patch = Partial<Admin>

const searchOf = ({ name, account, mobile }: Pick<Admin, 'name' | 'account' | 'mobile'>) => {
  const { full, initials } = pinyinOf(name)
  return searchText(name, full, initials, account, mobile)
}

/** A first password that its owner has to change. */
const firstPassword = async () => {
  const initialPassword = randomPassword()
  return {
    initialPassword,
    values: { passwordHash: await hashPassword(initialPassword), mustChangePwd: 1 as const },
  }
}

export const add: Calls['add'] = async ({ account, ...draft }, context) => {
  const values = { ...draft, account: account ?? draft.mobile }
  const names = await checkPlace(context, values)
  await checkUnique(context, values)
  const { initialPassword, values: secret } = await firstPassword()
  const [row] = await context.db
    .insert(admins)
    .values({ ...values, ...secret, search: searchOf(values), ...created(context) })
    .returning()
  const diff = diffOf(resource.fields, {}, { ...values, account: maskedAccount(values) }, names)
  await log(context, { module: 3, action: 'create', target: target(row!), diff })
  return { id: row!.id, version: row!.version, initialPassword }
}

const rights: readonly string[] = ['officeLevel', 'organizationId', 'canAudit', 'canExport', 'status']

/** Nobody edits his own rights (promise Q21); his own password has a call that asks for the old one. */
const checkSelf = ({ caller }: Context, { id }: Admin, patch: Patch, isReset: boolean) => {
  if (id !== caller.id) return
  if (isReset || Object.keys(patch).some(name => rights.includes(name)))
    throw new Refusal('4030', '不能修改自己的权限、状态或重置自己的密码', {
      need: 'admin.edit',
      scope: 'others',
    })
}

const isAny = (patch: Patch, ...names: (keyof Admin)[]) => names.some(name => name in patch)

/** What the change needs of the other rows; answers the names of the offices it concerns. */
const checkChange = async (context: Context, current: Admin, patch: Patch): Promise<Names> => {
  const next = { ...current, ...patch }
  const names = isAny(patch, 'organizationId', 'officeLevel') ? await checkPlace(context, next, current) : {}
  if (isAny(patch, 'account', 'mobile', 'organizationId', 'officeLevel'))
    await checkUnique(context, next, current.id)
  if (next.officeLevel !== 1 || next.status !== 1) await keepOneMain(context, current)
  return names
}

/** `status` is named where it was asked for: enabling a locked account changes no column. */
const entriesOf = (
  current: Admin,
  patch: Patch,
  names: Names,
  asked: { status?: 0 | 1; isReset: boolean },
) => {
  const { status: _, ...rest } = patch
  const before = { ...current, account: maskedAccount(current) }
  const after = { ...rest, ...(rest.account && { account: maskedAccount({ ...current, ...rest }) }) }
  const about = { module: 3, target: target(current) } as const
  const entries: Entry[] = []
  const diff = diffOf(resource.fields, before, after, names)
  if (diff.length > 0) entries.push({ ...about, action: 'update', diff })
  if (asked.status !== undefined)
    entries.push({
      ...about,
      action: asked.status === 1 ? 'enable' : 'disable',
      diff: diffOf(resource.fields, current, { status: asked.status }),
    })
  if (asked.isReset) entries.push({ ...about, action: 'resetPassword' })
  return entries
}

/** What opens his account was changed by another. */
const tellOwner = (context: Context, id: number, title: string, content: string) =>
  context.caller.id !== id &&
  sendMessages(
    context,
    { ...accountPage, type: 5, level: 2, title, content: `${context.caller.name}${content}` },
    { population: 1, ids: [id] },
  )

/** Which sessions end at once: promise Q14. */
const endsSessions = ({ status, ...patch }: Patch, isReset: boolean) =>
  isReset || status === 0 || isAny(patch, 'organizationId', 'officeLevel', 'account', 'mobile')

const differing = (current: Admin, patch: Patch): Patch =>
  Object.fromEntries(
    Object.entries(patch).filter(
      ([name, value]) => (value ?? null) !== (current[name as keyof Admin] ?? null),
    ),
  )

export const firmAccessUserUpdate: Calls['firmAccessUserUpdate'] = async (
  { id, version, resetPassword, account, ...draft },
  context,
) => {
  const { db, firmId } = context
  const current = await find(context, id)
  checkReach(context, current)
  const patch = differing(current, { ...draft, ...(account && { account }) })
  const isReset = resetPassword === 1
  checkSelf(context, current, patch, isReset)
  const names = await checkChange(context, current, patch)
  const secret = isReset ? await firstPassword() : null
  const answer = await updateVersioned(context, admins, {
    where: and(reach(context), eq(admins.id, id))!,
    current,
    version,
    patch: { ...patch, ...secret?.values, search: searchOf({ ...current, ...patch }) },
    fields: resource.fields,
  })
  // Enabling means to let him in again, so it also ends the lock of failed tries.
  if (isReset || draft.status === 1) await unlock(db, firmId, 1, id)
  if (endsSessions(patch, isReset)) await endSessions(db, 1, id)
  if (isReset) await tellOwner(context, id, '您的密码已被重置', '重置了您的登录密码。')
  if (patch.mobile !== undefined)
    await tellOwner(context, id, '您的手机号已修改', `将您的手机号改为${masked(patch.mobile)}。`)
  const asked = { isReset, ...(('status' in patch || draft.status === 1) && { status: draft.status! }) }
  const entries = entriesOf(current, patch, names, asked)
  if (entries.length > 0) await log(context, ...entries)
  return { ...answer, ...(secret && { initialPassword: secret.initialPassword }) }
}

export const remove: Calls['remove'] = async ({ id }, context) => {
  const { caller, db, now } = context
  const current = await find(context, id)
  if (id === caller.id) throw wrongState(current.status, [], '不能删除自己的账号')
  checkReach(context, current)
  await keepOneMain(context, current)
  const [gone] = await db
    .update(admins)
    .set({ deletedAt: now, deletedBy: caller.name, ...stamped(context, admins) })
    .where(and(reach(context), eq(admins.id, id)))
    .returning({ id: admins.id })
  if (!gone) throw missing()
  await endSessions(db, 1, id)
  await log(context, { module: 3, action: 'delete', target: target(current) })
  return {}
}
