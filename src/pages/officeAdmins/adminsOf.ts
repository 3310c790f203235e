import { admins } from '../../../resources/admins/index.ts'
import { type AnyRecord, type AnyEntity, optional, select } from '../../../resources/kit/index.ts'
import type { Self } from '../../../resources/session.ts'
import { confirmPasswordField } from '../../record/actions/dialogFields.ts'
import { isActionOffered } from '../../shell/useRights.ts'

export type Office = { organizationId: number; name: string; isMain: 0 | 1; adminNum: number }
type Level = 1 | 2 | 3 | 4
type Caller = Pick<Self, 'id' | 'officeLevel'>

const names = admins.fields.officeLevel.options
const texts = {
  demotion: '您将改为总所子管理员，并须重新登录。',
  create: '新增管理员',
  edit: '编辑管理员',
}

/** The levels of an office's kind: 1 and 2 in the main office, 3 and 4 in the others (domain.md §1). */
const levelsOf = ({ isMain }: Office): readonly Level[] => (isMain === 1 ? [1, 2] : [3, 4])

/** A branch's main administrator has his sub-administrators; nobody else has less than all (promise Q21). */
const grantable = (office: Office, { officeLevel }: Caller) =>
  levelsOf(office).filter(level => level !== 1 && (officeLevel === 1 || level === 4))

/** What a new one is meant to be: the first of a branch is its main administrator. */
export const levelOfNew = (office: Office, caller: Caller): Level => {
  const granted = grantable(office, caller)
  return office.adminNum === 0 && granted.includes(3) ? 3 : granted.at(-1)!
}

const field = (levels: readonly Level[]) =>
  select(
    admins.fields.officeLevel.label,
    names.filter(([level]) => levels.includes(level)),
  )

/** A branch's main administrator reaches those below him only. */
export const isReached = ({ officeLevel }: Caller, record: AnyRecord) =>
  officeLevel !== 3 || record['officeLevel'] === 4

/** The declared actions, offered only where the server would take them from this caller. */
const actionsFor = ({ actions }: AnyEntity, office: Office, caller: Caller): AnyEntity['actions'] =>
  Object.fromEntries(
    Object.entries(actions).map(([name, action]) => {
      const offered = {
        ...action,
        // Nobody takes his own rights, state or account away.
        when: (record: AnyRecord) =>
          record.id !== caller.id &&
          isReached(caller, record) &&
          isActionOffered({ ...action, name }, record),
      }
      if (name !== 'transferMain' || office.isMain === 0) return [name, offered]
      return [name, { ...offered, confirm: texts.demotion }]
    }),
  )
const without = (list: readonly string[]) => list.filter(name => name !== 'organizationId')
/** On a phone a row shows the first two facts. */
const columns = [...new Set(['name', 'officeLevel', 'mobile', ...without(admins.list)])]

/**
 * The administrators of one office: the declared resource, narrowed to what can be chosen here. Adding and editing are
 * states of the list's own address, so that the list stays where it was.
 */
export const adminsOf = (office: Office, caller: Caller, path: `/app/${string}`): AnyEntity => {
  const resource: AnyEntity = admins
  const route = { roles: ['admin'], parent: 'office.list' } as const
  return {
    ...resource,
    fields: { ...resource.fields, officeLevel: field(levelsOf(office)) },
    list: columns,
    filters: Object.fromEntries(
      Object.entries(resource.filters).filter(([filter]) => filter !== 'organizationId'),
    ),
    actions: actionsFor(resource, office, caller),
    views: {
      create: { ...route, path: `${path}?add=1`, title: texts.create, capability: 'admin.create' },
      edit: { ...route, path: `${path}?edit=:id`, title: texts.edit, capability: 'admin.edit' },
    },
  }
}

const ownPassword = {
  ...optional(confirmPasswordField),
  hint: '修改自己的手机号或登录账号时，请再次输入登录密码',
}

/** The same for the form of one of them: nobody is raised above what the caller may grant, or moved elsewhere. */
export const formOf = (
  resource: AnyEntity,
  office: Office,
  caller: Caller,
  record: AnyRecord | null,
): AnyEntity => {
  const own = record?.['officeLevel']
  const granted = grantable(office, caller)
  const levels = levelsOf(office).filter(level => level === own || granted.includes(level))
  const isOwn = record?.id === caller.id
  return {
    ...resource,
    ...(isOwn && { form: { ...resource.form, 确认: ['password'] } }),
    fields: {
      ...resource.fields,
      ...(isOwn && { password: ownPassword }),
      officeLevel: field(levels),
      organizationId: select(admins.fields.organizationId.label, [[office.organizationId, office.name]]),
    },
  }
}
