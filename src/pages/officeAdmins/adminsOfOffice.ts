import { admins } from '../../../resources/admins/index.ts'
import { type AnyRecord, type AnyEntity, optional, select } from '../../../resources/kit/index.ts'
import type { Self } from '../../../resources/session.ts'
import { confirmPasswordField } from '../../record/actions/dialogFields.ts'
import { isActionOffered } from '../../../providers/access.ts'

export type Office = { organizationId: number; name: string; isMain: 0 | 1; adminNum: number }
type Level = 1 | 2 | 3 | 4
type Caller = Pick<Self, 'id' | 'officeLevel'>

const levelOptions = admins.fields.officeLevel.options
const texts = {
  demotion: '您将改为总所子管理员，并须重新登录。',
  create: '新增管理员',
  edit: '编辑管理员',
}

/** Levels that an office can have: 1 and 2 in the main office, 3 and 4 in branches (docs/domain.md §1). */
const levelsOf = ({ isMain }: Office): readonly Level[] => (isMain === 1 ? [1, 2] : [3, 4])

/** Levels that the user may grant: a branch's main administrator only level 4, the firm's all but 1 (promise Q21). */
const grantableLevels = (office: Office, { officeLevel }: Caller) =>
  levelsOf(office).filter(level => level !== 1 && (officeLevel === 1 || level === 4))

/** Level of a new administrator: the first one of a branch becomes its main administrator. */
export const initialLevel = (office: Office, caller: Caller): Level => {
  const granted = grantableLevels(office, caller)
  return office.adminNum === 0 && granted.includes(3) ? 3 : granted.at(-1)!
}

const levelField = (levels: readonly Level[]) =>
  select(
    admins.fields.officeLevel.label,
    levelOptions.filter(([level]) => levels.includes(level)),
  )

/** A branch's main administrator can manage only sub-administrators. */
export const canManage = ({ officeLevel }: Caller, record: AnyRecord) =>
  officeLevel !== 3 || record['officeLevel'] === 4

/** The declared actions, limited to those that the server accepts from this user. */
const actionsFor = ({ actions }: AnyEntity, office: Office, caller: Caller): AnyEntity['actions'] =>
  Object.fromEntries(
    Object.entries(actions).map(([name, action]) => {
      const limitedAction = {
        ...action,
        // Nobody can remove or disable the own account, or give away the own rights.
        when: (record: AnyRecord) =>
          record.id !== caller.id && canManage(caller, record) && isActionOffered(action, record),
      }
      if (name !== 'transferMain' || office.isMain === 0) return [name, limitedAction]
      return [name, { ...limitedAction, confirm: texts.demotion }]
    }),
  )
const withoutOffice = (list: readonly string[]) => list.filter(name => name !== 'organizationId')
/** Order of the columns; cards on a phone show the first two after the title. */
const adminColumns = [...new Set(['name', 'officeLevel', 'mobile', ...withoutOffice(admins.list)])]

/**
 * Resource with the administrators of one office. Adding and editing have addresses with query parameters of the list, so
 * that the list stays mounted.
 */
export const adminsOfOffice = (office: Office, caller: Caller, path: `/app/${string}`): AnyEntity => {
  const resource: AnyEntity = admins
  const route = { roles: ['admin'], parent: 'office.list' } as const
  return {
    ...resource,
    fields: { ...resource.fields, officeLevel: levelField(levelsOf(office)) },
    list: adminColumns,
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

/**
 * Resource for the form of an administrator; the office is fixed, and only levels that the user may grant can be
 * chosen.
 */
export const adminForm = (
  resource: AnyEntity,
  office: Office,
  caller: Caller,
  record: AnyRecord | null,
): AnyEntity => {
  const own = record?.['officeLevel']
  const granted = grantableLevels(office, caller)
  const levels = levelsOf(office).filter(level => level === own || granted.includes(level))
  const isOwn = record?.id === caller.id
  return {
    ...resource,
    ...(isOwn && { form: { ...resource.form, 确认: ['password'] } }),
    fields: {
      ...resource.fields,
      ...(isOwn && { password: ownPassword }),
      officeLevel: levelField(levels),
      organizationId: select(admins.fields.organizationId.label, [[office.organizationId, office.name]]),
    },
  }
}
