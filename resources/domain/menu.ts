import type { ExtensionName } from '../kit/extensionNames.ts'
import { fromKeys, keysOf } from '../kit/objects.ts'
import { extensions } from './extensions.ts'
import type { MenuEntry } from './menuEntry.ts'

/**
 * The side menu. The key is the name of the switch in `adminFuncSwitch.global`; a dot separates a group from an entry
 * inside it. A group has at most seven entries; the addresses of pages do not depend on it.
 */
const menu = {
  home: { label: '工作台', icon: 'home', role: 'admin' },
  review: { label: '审核台', icon: 'audit', role: 'admin' },
  office: { label: '律所管理', icon: 'office', role: 'admin' },
  'office.list': { label: '律所列表', icon: 'office', role: 'admin' },
  'office.weight': { label: '个性化设置', icon: 'sort', role: 'admin' },
  'office.firm': { label: '律所基本信息', icon: 'office', role: 'mainAdmin' },
  lawyer: { label: '人员管理', icon: 'lawyers', role: 'admin' },
  'lawyer.list': { label: '人员列表', icon: 'lawyers', role: 'admin' },
  'lawyer.create': { label: '创建账号', icon: 'personAdd', role: 'admin' },
  'lawyer.transfer': { label: '转所申请', icon: 'transfer', role: 'admin' },
  'lawyer.privacy': { label: '个人信息请求', icon: 'idCard', role: 'admin' },
  'lawyer.holds': { label: '资料保全', icon: 'lock', role: 'admin' },
  card: { label: '名片管理', icon: 'contacts', role: 'admin' },
  'card.list': { label: '名片列表', icon: 'contacts', role: 'admin' },
  'card.create': { label: '新建名片', icon: 'add', role: 'admin' },
  'card.verification': { label: '名片核验', icon: 'qrcode', role: 'mainAdmin' },
  'card.mandate': { label: '代办名片', icon: 'personAdd', role: 'admin', isForAssistants: true },
  conf: { label: '运营管理', icon: 'cluster', role: 'mainAdmin' },
  'conf.mpIndex': { label: '小程序首页', icon: 'home', role: 'mainAdmin' },
  'conf.mpCard': { label: '名片页', icon: 'contacts', role: 'mainAdmin' },
  'conf.mpShare': { label: '分享封面', icon: 'image', role: 'mainAdmin' },
  'conf.cardAudit': { label: '审核权限', icon: 'audit', role: 'mainAdmin' },
  'conf.cardSort': { label: '排序方式', icon: 'sort', role: 'mainAdmin' },
  'conf.loginReg': { label: '律师登录', icon: 'lock', role: 'mainAdmin' },
  'conf.qrcode': { label: '律所公众号二维码', icon: 'qrcode', role: 'mainAdmin' },
  operation: { label: '运营配置', icon: 'tune', role: 'mainAdmin' },
  'operation.start': { label: '开始使用', icon: 'check', role: 'mainAdmin' },
  'operation.profession': { label: '专业领域', icon: 'category', role: 'mainAdmin' },
  'operation.position': { label: '职位管理', icon: 'idCard', role: 'mainAdmin' },
  'operation.compliance': { label: '合规规则', icon: 'audit', role: 'mainAdmin' },
  'operation.reminders': { label: '提醒与确认', icon: 'notifications', role: 'mainAdmin' },
  'operation.englishDraft': { label: '英文草稿', icon: 'articles', role: 'mainAdmin' },
  'operation.mailSignature': { label: '邮件签名', icon: 'idCard', role: 'mainAdmin' },
  integration: { label: '集成', icon: 'transfer', role: 'mainAdmin' },
  'integration.tokens': { label: '接口令牌', icon: 'lock', role: 'mainAdmin' },
  'integration.webhooks': { label: '事件推送', icon: 'notifications', role: 'mainAdmin' },
  'integration.deliveries': { label: '推送记录', icon: 'logs', role: 'mainAdmin' },
  'integration.agents': { label: '智能体接入', icon: 'cluster', role: 'mainAdmin' },
  'integration.feed': { label: '官网数据接口', icon: 'cluster', role: 'mainAdmin' },
  'integration.signOn': { label: '单点登录', icon: 'lock', role: 'system' },
  'integration.transfer': { label: '配置导入导出', icon: 'transfer', role: 'mainAdmin' },
  setting: { label: '功能设置', icon: 'settings', role: 'system', isAlwaysOn: true },
  'setting.admin': { label: '后台功能开关', icon: 'settings', role: 'system', isAlwaysOn: true },
  'setting.miniprogram': { label: '小程序功能开关', icon: 'phone', role: 'system' },
  'setting.cardSearch': { label: '搜索权限', icon: 'search', role: 'system' },
  'setting.cardMenu': { label: '名片按钮', icon: 'contacts', role: 'system' },
  'setting.assets': { label: '图片与图标', icon: 'image', role: 'system' },
  'setting.assets.commonImages': { label: '通用图片', icon: 'image', role: 'system' },
  'setting.assets.images': { label: '后台图片', icon: 'image', role: 'system' },
  'setting.assets.commonIcons': { label: '通用图标', icon: 'image', role: 'system' },
  'setting.assets.icons': { label: '个性化图标', icon: 'image', role: 'system' },
  'setting.icp': { label: 'ICP备案号', icon: 'idCard', role: 'system' },
  'setting.operator': { label: '系统运行', icon: 'tune', role: 'system' },
  'setting.operator.language': { label: '界面语言', icon: 'tune', role: 'system' },
  'setting.operator.status': { label: '运行状态', icon: 'check', role: 'system' },
  'setting.operator.system': { label: '系统配置', icon: 'tune', role: 'system' },
  cms: { label: '内容管理', icon: 'articles', role: 'admin' },
  'cms.category': { label: '内容分类', icon: 'category', role: 'admin' },
  'cms.trend': { label: '工作动态', icon: 'articles', role: 'admin' },
  'cms.article': { label: '原创文章', icon: 'articles', role: 'admin' },
  'cms.case': { label: '典型案例', icon: 'articles', role: 'admin' },
  'cms.video': { label: '视频', icon: 'video', role: 'admin' },
  logs: { label: '重要日志', icon: 'logs', role: 'admin' },
  import: { label: '导入记录', icon: 'import', role: 'admin' },
  bulk: { label: '批量操作', icon: 'check', role: 'admin' },
  recycle: { label: '回收站', icon: 'recycle', role: 'admin' },
  'recycle.lawyer': { label: '已移除人员', icon: 'lawyers', role: 'admin' },
  'recycle.card': { label: '已删除名片', icon: 'contacts', role: 'admin' },
  'recycle.article': { label: '已删除内容', icon: 'articles', role: 'admin' },
  'user.dashboard': { label: '我的名片', icon: 'home', role: 'lawyer' },
  'user.mandate': { label: '代办名片', icon: 'personAdd', role: 'lawyer', isForAssistants: true },
  'user.admin': { label: '管理员信息', icon: 'contacts', role: 'lawyer' },
  'user.logs': { label: '消息日志', icon: 'messages', role: 'lawyer' },
  'user.logs.msg': { label: '站内信', icon: 'messages', role: 'lawyer' },
  'user.logs.logs': { label: '重要日志', icon: 'logs', role: 'lawyer' },
  'user.account': { label: '账户设置', icon: 'settings', role: 'lawyer' },
  'user.account.settings': { label: '修改账户', icon: 'profile', role: 'lawyer' },
  'user.account.passwd': { label: '修改密码', icon: 'lock', role: 'lawyer' },
} as const satisfies Record<string, MenuEntry>

export type MenuName = keyof typeof menu | ExtensionName

const allEntries: Readonly<Record<MenuName, MenuEntry>> = Object.assign(
  { ...menu },
  ...extensions.map(it => it.menu),
)
export const menuNames = keysOf(allEntries)
export const menuEntry = (name: MenuName): MenuEntry => allEntries[name]!

/** Entries without entries inside them; each leads to a page. */
export const leafNames = menuNames.filter(name => !menuNames.some(it => it.startsWith(`${name}.`)))

/** The firm's switches (`adminFuncSwitch.global`); a missing name has its default. */
export type FeatureSwitches = Readonly<Record<string, boolean | 0 | 1>>

/** The groups around an entry, outermost first, and the entry itself. */
export const entryWithAncestors = (name: MenuName) => {
  const parts = name.split('.')
  return parts
    .map((_, index) => parts.slice(0, index + 1).join('.'))
    .filter((it): it is MenuName => it in allEntries)
}

/** Whether an entry and all groups around it are on. */
export const isMenuEntryOn = (name: MenuName, switches: FeatureSwitches) =>
  entryWithAncestors(name).every(entry => {
    const { isAlwaysOn, isOffByDefault } = menuEntry(entry)
    return isAlwaysOn || Boolean(switches[entry] ?? !isOffByDefault)
  })

/** All switches with defaults filled in, as `conf.app` answers them. */
export const effectiveSwitches = (switches: FeatureSwitches): Record<MenuName, boolean> =>
  fromKeys(menuNames, name => {
    const { isAlwaysOn, isOffByDefault } = menuEntry(name)
    return isAlwaysOn ?? Boolean(switches[name] ?? !isOffByDefault)
  })
