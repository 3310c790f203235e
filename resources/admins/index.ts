import { existingPassword, secret } from '../domain/credentials.ts'
import { menuNames } from '../domain/menu.ts'
import { capabilities } from '../domain/rights.ts'
import { deviceCalls, devicesAction, kickAction } from '../domain/devices.ts'
import { factorCalls, removeFactorAction } from '../domain/secondFactor.ts'
import { viewAction, viewCalls } from '../domain/views.ts'
import {
  defineEntity,
  deleteCall,
  emptyAnswer,
  inputSchema,
  equal,
  flag,
  getCall,
  pagedCall,
  id,
  emptyInput,
  postCall,
  putCall,
  recordSchema,
  version,
} from '../kit/index.ts'
import { z } from 'zod'

import { adminFields } from './fields.ts'

/** `mobile` is masked in lists and complete in the record. */
const record = recordSchema(adminFields).extend({ version: z.int() })

const {
  name,
  account,
  organizationId,
  officeLevel,
  email: mail,
  avatar,
  canAudit,
  canExport,
  isContact,
} = adminFields
const editableFields = {
  name,
  account,
  mobile: adminFields.mobile,
  email: mail,
  avatar,
  organizationId,
  officeLevel,
}
const rights = { canAudit, canExport, isContact, remark: adminFields.remark }
const draft = inputSchema({ ...editableFields, ...rights }).extend({
  canAudit: canAudit.schema.default(1),
  canExport: canExport.schema.default(1),
  isContact: isContact.schema.default(1),
})
/** The caller's own password is required when he changes his own mobile number or account name (promise Q11). */
const secrets = { resetPassword: z.literal(1).optional(), password: existingPassword.nullish() }
/** The state 锁定 is set and removed by the server; enabling an account also unlocks it. */
const patch = inputSchema({ ...editableFields, ...rights })
  .partial()
  .extend({ id, version, status: flag.optional(), ...secrets })

const filters = {
  organizationId: equal(organizationId),
  officeLevel: equal(officeLevel),
  /** 锁定 is computed and not a column of the row. */
  status: equal(adminFields.status),
}

const contact = z.object({
  name: z.string(),
  officeLevel: officeLevel.schema,
  organizationName: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  isMain: flag,
})

const right = z.enum(capabilities)
const entry = z.enum(menuNames)
/** Capabilities and menu entries that people gain or lose, and the number of active people concerned. */
const levelConsequences = z.object({
  lost: z.array(right),
  gained: z.array(right),
  hidden: z.array(entry),
  shown: z.array(entry),
  lawyers: z.int(),
  admins: z.int(),
})

const sortable = ['name', 'officeLevel', 'status', 'lastLoginAt', 'createdAt'] as const
/** The log and the announcements also choose from this list, so it is governed by the switch of all of 律所管理. */
const choice = { feature: 'office' } as const
const calls = {
  pageList: pagedCall('/firmAccessUser/pageList', 'admin.view', { row: record, filters, sortable }, choice),
  one: getCall(
    '/firmAccessUser/{id}',
    'admin.view',
    () => z.strictObject({ id }),
    () => record,
    { isAddition: true },
  ),
  main: postCall(
    '/lawfirm/admins/main',
    'admin.transferMain',
    () => z.strictObject({ organizationId: id, firmAccessUserId: id }),
    () => z.object({ organizationId: z.int(), mainAdminId: z.int(), formerAdminId: z.int().nullable() }),
    { encoding: 'form' },
  ),
  /** Previews the consequences of another office level for an administrator. Nothing is saved. */
  consequences: getCall(
    '/firmAccessUser/consequences',
    'admin.edit',
    () => z.strictObject({ id, officeLevel: officeLevel.schema }),
    () => levelConsequences,
    { isAddition: true },
  ),
  add: postCall(
    '/firmAccessUser/add',
    'admin.create',
    () => draft,
    () => z.object({ id: z.int(), version: z.int(), initialPassword: secret(z.string()).optional() }),
  ),
  firmAccessUserUpdate: putCall(
    '/firmAccessUser/firmAccessUserUpdate',
    'admin.edit',
    () => patch,
    () => z.object({ version: z.int(), initialPassword: secret(z.string()).optional() }),
  ),
  remove: deleteCall(
    '/firmAccessUser/{id}',
    'admin.delete',
    () => z.strictObject({ id }),
    () => emptyAnswer,
  ),
  adminQueryByLawyer: getCall(
    '/firmAccessUser/adminQueryByLawyer',
    'lawyer',
    () => emptyInput,
    () => z.array(contact),
    { feature: 'user.admin' },
  ),
  ...deviceCalls('/firmAccessUser/devices/{id}'),
  ...viewCalls('/firmAccessUser/view/{id}'),
  ...factorCalls('/firmAccessUser/factor/{id}', 'admin.edit'),
}

export const admins = defineEntity({
  name: 'admins',
  label: '管理员',
  id: 'id',
  title: 'name',
  avatarField: 'avatar',
  fields: adminFields,
  calls,
  choices: 'pageList',
  crud: { list: 'pageList', one: 'one', create: 'add', update: 'firmAccessUserUpdate', remove: 'remove' },
  feature: 'office.list',
  pages: {
    contacts: {
      path: '/app/user/admin',
      title: '管理员信息',
      roles: ['lawyer'],
      menu: 'user.admin',
      page: 'userAdmin',
    },
  },
  list: [
    'name',
    'status',
    'officeLevel',
    'account',
    'mobile',
    'organizationId',
    'mustChangePwd',
    'secondFactor',
    'lastLoginAt',
  ],
  optionalColumns: ['mustChangePwd', 'secondFactor'],
  filters: ['organizationId', 'officeLevel', 'status'],
  sort: { field: 'officeLevel', order: 'ASC' },
  initial: { canAudit: 1, canExport: 1, isContact: 1 },
  form: {
    管理员: ['name', 'mobile', 'account', 'email', 'avatar'],
    权限: ['organizationId', 'officeLevel', 'canAudit', 'canExport', 'isContact'],
    其他: ['remark'],
  },
  show: {
    管理员: ['name', 'mobile', 'account', 'email', 'organizationId', 'officeLevel', 'status'],
    登录: ['isSystem', 'mustChangePwd', 'secondFactor', 'lastLoginAt', 'lastLoginIp'],
  },
  actions: {
    enable: {
      call: 'firmAccessUserUpdate',
      label: '启用',
      on: ['row', 'detail'],
      when: it => it.status !== 1 && it.isSystem === 0,
      input: it => ({ id: it.id, status: 1, version: it.version }),
    },
    disable: {
      call: 'firmAccessUserUpdate',
      label: '停用',
      on: ['row', 'detail'],
      when: it => it.status === 1 && it.isSystem === 0,
      confirm: '停用后该管理员立即退出登录，不能再登录。',
      input: it => ({ id: it.id, status: 0, version: it.version }),
      isDanger: true,
    },
    resetPassword: {
      call: 'firmAccessUserUpdate',
      label: '重置密码',
      on: ['row', 'detail'],
      when: it => it.isSystem === 0,
      confirm: '将生成新的初始密码，该管理员须重新登录并修改密码。',
      input: it => ({ id: it.id, resetPassword: 1, version: it.version }),
      shows: 'initialPassword',
    },
    transferMain: {
      call: 'main',
      label: '设为主管理员',
      on: ['row', 'detail'],
      when: it => it.status === 1 && (it.officeLevel === 2 || it.officeLevel === 4),
      confirm: '原主管理员将改为子管理员。',
      input: it => ({ organizationId: it.organizationId, firmAccessUserId: it.id }),
      isDanger: true,
    },
    viewAs: {
      ...viewAction,
      when: it => it.status === 1 && it.isSystem === 0,
      input: it => ({ id: it.id }),
    },
    devices: {
      ...devicesAction,
      when: it => it.status !== 0,
      input: it => ({ id: it.id }),
    },
    kick: {
      ...kickAction,
      when: it => it.status !== 0,
      input: it => ({ id: it.id }),
    },
    removeFactor: {
      ...removeFactorAction,
      when: it => it.secondFactor === 1 && it.isSystem === 0,
      input: it => ({ id: it.id }),
    },
    remove: {
      call: 'remove',
      label: '删除',
      on: ['row', 'detail'],
      when: it => it.isSystem === 0,
      input: it => ({ id: it.id }),
      isDanger: true,
    },
  },
})
