import { keysOf } from '../kit/objects.ts'

/** The scope of a right: all offices of the firm, the own office, own rows in the own office, or oneself. */
export type Scope = 'all' | 'office' | 'own' | 'self'

/** The six levels of callers. L1–L4 are the office-level codes 1–4 of the customer's specification (section 6). */
export type Level = 'L1' | 'L2' | 'L3' | 'L4' | 'lawyer' | 'system'

/** Settings of a firm that grant or withdraw a right (domain.md §6.4), with their default values. */
export const rightSwitches = {
  l4Lawyer: true,
  l4Card: true,
  l3Article: true,
  l3TransferMain: false,
  l4Export: false,
  selfHide: true,
} as const
type RightSwitch = keyof typeof rightSwitches
export type RightSwitches = Record<RightSwitch, boolean>

type Grant = Scope | readonly [Scope, RightSwitch]
type Right = {
  label: string
  grants: Partial<Record<Level, Grant>>
  /** True if the caller must give a reason, which is logged. */
  needsReason?: true
  /** True if the caller must enter his password again. */
  needsPassword?: true
  /** The call that checks this right for some of its inputs, in addition to its own right. */
  within?: `${string}.${string}`
}

const A = 'all'
const O = 'office'
const S = 'self'

/** The matrix of rights of domain.md §1. A level that is not named does not have the right. */
export const rights = {
  'office.view': { label: '查看律所/分所', grants: { L1: A, L2: A, L3: O, L4: O, system: A } },
  'office.create': { label: '新增分所', grants: { L1: A } },
  'office.edit': { label: '编辑分所资料', grants: { L1: A, L2: A, L3: O }, within: 'offices.update' },
  'office.editContact': { label: '编辑联系方式、图片、简介', grants: { L1: A, L2: A, L3: O, L4: O } },
  'office.close': { label: '停用/关闭分所', grants: { L1: A }, needsReason: true, needsPassword: true },
  'office.sort': { label: '个性化设置（排序）', grants: { L1: A, L2: A } },
  'admin.view': { label: '查看管理员', grants: { L1: A, L2: A, L3: O, L4: O, system: A } },
  'admin.create': { label: '新增管理员', grants: { L1: A, L3: O } },
  'admin.edit': { label: '编辑/重置密码/停用管理员', grants: { L1: A, L3: O } },
  'admin.delete': { label: '删除管理员', grants: { L1: A, L3: O }, needsReason: true },
  'admin.transferMain': {
    label: '移交主管理员',
    grants: { L1: A, L3: [O, 'l3TransferMain'] },
    needsPassword: true,
  },
  'lawyer.view': { label: '查看人员', grants: { L1: A, L2: A, L3: O, L4: O, lawyer: S, system: A } },
  'lawyer.reveal': {
    label: '查看完整手机号',
    grants: { L1: A, L2: A, L3: O, L4: O, lawyer: S },
    within: 'lawyers.lawyerInfo',
  },
  'lawyer.create': { label: '创建账号', grants: { L1: A, L2: A, L3: O, L4: O } },
  'lawyer.pass': { label: '注册审核', grants: { L1: A, L2: A, L3: O, L4: [O, 'l4Lawyer'] } },
  'lawyer.edit': { label: '编辑人员', grants: { L1: A, L2: A, L3: O, L4: O, lawyer: S } },
  'lawyer.password': { label: '重置密码', grants: { L1: A, L2: A, L3: O, lawyer: S } },
  'lawyer.mobile': { label: '修改手机号', grants: { L1: A, L2: A, L3: O, lawyer: S } },
  'lawyer.status': {
    label: '停用/启用人员',
    grants: { L1: A, L2: A, L3: O },
    needsReason: true,
    within: 'lawyers.update',
  },
  'lawyer.leave': {
    label: '办理离所',
    grants: { L1: A, L2: A, L3: O },
    needsReason: true,
    within: 'lawyers.update',
  },
  'lawyer.transfer': { label: '转所', grants: { L1: A, L2: A } },
  'lawyer.transferRequest': { label: '申请转所', grants: { L3: O } },
  'lawyer.remove': { label: '移入回收站/还原', grants: { L1: A, L3: O }, needsReason: true },
  'lawyer.purge': { label: '彻底删除', grants: { L1: A }, needsReason: true, needsPassword: true },
  'lawyer.export': {
    label: '导出人员',
    grants: { L1: A, L2: A, L3: O, L4: [O, 'l4Export'], lawyer: S },
    // The file may contain unmasked mobile numbers.
    needsReason: true,
  },
  'card.view': { label: '查看名片', grants: { L1: A, L2: A, L3: O, L4: O, lawyer: S, system: A } },
  'card.create': { label: '新建名片', grants: { L1: A, L2: A, L3: O, L4: O, lawyer: S } },
  'card.edit': { label: '编辑名片', grants: { L1: A, L2: A, L3: O, L4: O, lawyer: S } },
  'card.submit': { label: '提交审核/撤回', grants: { lawyer: S } },
  'card.audit': { label: '审核名片', grants: { L1: A, L2: A, L3: O, L4: [O, 'l4Card'] } },
  'card.display': {
    label: '显示/隐藏、置顶、权重',
    grants: { L1: A, L2: A, L3: O, L4: O, lawyer: [S, 'selfHide'] },
    within: 'cards.update',
  },
  'card.delete': { label: '删除/还原名片', grants: { L1: A, L2: A, L3: O }, needsReason: true },
  'card.purge': { label: '彻底删除名片', grants: { L1: A }, needsReason: true, needsPassword: true },
  'card.restore': { label: '恢复历史版本', grants: { L1: A, L2: A, L3: O, lawyer: S } },
  'card.output': { label: '二维码/海报/名片打印', grants: { L1: A, L2: A, L3: O, L4: O, lawyer: S } },
  'article.view': { label: '查看内容', grants: { L1: A, L2: A, L3: A, L4: A, lawyer: S, system: A } },
  'article.create': { label: '新增内容', grants: { L1: A, L2: A, L3: O, L4: O, lawyer: S } },
  'article.edit': { label: '编辑/删除/还原内容', grants: { L1: A, L2: A, L3: O, L4: 'own', lawyer: S } },
  'article.purge': { label: '彻底删除内容', grants: { L1: A }, needsReason: true, needsPassword: true },
  'article.pass': { label: '内容审核', grants: { L1: A, L2: A, L3: [O, 'l3Article'] } },
  'article.top': { label: '全所置顶', grants: { L1: A, L2: A } },
  'article.user': { label: '律师个人展示/置顶', grants: { L1: A, L2: A, L3: O, L4: O, lawyer: S } },
  'category.edit': { label: '内容分类', grants: { L1: A, L2: A } },
  'message.announce': { label: '发布公告', grants: { L1: A, L2: A, L3: O, system: A } },
  'log.view': { label: '重要日志', grants: { L1: A, L2: A, L3: O, L4: O, lawyer: S, system: A } },
  'list.export': { label: '导出列表', grants: { L1: A, L2: A, L3: O, L4: [O, 'l4Export'], lawyer: S } },
  'log.export': { label: '导出日志', grants: { L1: A, L3: O, lawyer: S }, needsReason: true },
  'conf.view': { label: '查看运营配置', grants: { L1: A, L2: A, L3: A, L4: A, system: A } },
  'conf.edit': { label: '运营管理', grants: { L1: A } },
  'profession.view': { label: '查看专业领域', grants: { L1: A, L2: A, L3: A, L4: A, system: A } },
  'profession.edit': { label: '维护专业领域', grants: { L1: A } },
  'post.edit': { label: '维护职位', grants: { L1: A } },
  'firm.edit': { label: '律所基本信息', grants: { L1: A } },
  'setting.edit': { label: '功能设置', grants: { system: A } },
  'compliance.rules': { label: '合规规则维护', grants: { L1: A, system: A } },
  'session.kick': { label: '强制下线', grants: { L1: A, L3: O, lawyer: S } },
} as const satisfies Record<string, Right>

export type Capability = keyof typeof rights
export const capabilities = keysOf(rights)

/**
 * The rights that no call checks, neither as its own right nor as a second one. It must be `never`, otherwise
 * `resources/index.ts` does not compile.
 */
export type RightsWithoutCall<R, Calls extends Record<string, { who: string }>> = {
  [C in keyof R]: R[C] extends { within: keyof Calls } ? never : C
}[Exclude<keyof R, Calls[keyof Calls]['who']>]
export const isCapability = (who: string): who is Capability => who in rights

/** The scope in which a level holds a capability, or null. */
export const scopeOf = (capability: Capability, level: Level, switches: RightSwitches): Scope | null => {
  const { grants }: Right = rights[capability]
  const grant = grants[level]
  if (grant === undefined) return null
  if (typeof grant === 'string') return grant
  const [scope, needed] = grant
  return switches[needed] ? scope : null
}

/** Whether a capability demands a reason or the caller's password. */
export const demandsOf = (capability: Capability) => {
  const { needsReason, needsPassword }: Right = rights[capability]
  return { needsReason: needsReason ?? false, needsPassword: needsPassword ?? false }
}
