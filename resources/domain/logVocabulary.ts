import { type ExtensionLogModule, logModuleOf } from '../kit/extensionNames.ts'
import { extensions } from './extensions.ts'

/** Modules of the log with their numbers (docs/domain.md §3.9). */
const ownModules = [
  [1, '登录'],
  [2, '律所'],
  [3, '管理员'],
  [4, '人员'],
  [5, '名片'],
  [6, '内容'],
  [7, '分类'],
  [8, '专业领域'],
  [9, '职位'],
  [10, '运营配置'],
  [11, '功能设置'],
  [12, '消息公告'],
  [13, '导入导出'],
  [14, '隐私'],
] as const
export type LogModule = (typeof ownModules)[number][0] | ExtensionLogModule

/** Modules of the log, the extensions' last. */
export const logModules: readonly (readonly [LogModule, string])[] = [
  ...ownModules,
  ...extensions.map(({ name, label }) => [logModuleOf(name), label] as const),
]

/** Actions of the log with their labels. */
export const logActions = [
  ['login', '登录@event'],
  ['logout', '退出@event'],
  ['loginFail', '登录失败@event'],
  ['lock', '锁定@event'],
  ['denied', '拒绝访问@event'],
  ['create', '新增@event'],
  ['update', '修改@event'],
  ['delete', '删除@event'],
  ['restore', '还原@event'],
  ['purge', '彻底删除@event'],
  ['enable', '启用@event'],
  ['disable', '停用@event'],
  ['close', '关闭@event'],
  ['pass', '通过@event'],
  ['refuse', '驳回@event'],
  ['submit', '提交审核@event'],
  ['withdraw', '撤回@event'],
  ['approve', '审核通过@event'],
  ['reject', '驳回名片@event'],
  ['ask', '提问@event'],
  ['answer', '答复@event'],
  ['assign', '分配@event'],
  ['substitute', '指定代审@event'],
  ['mandate', '指定代办@event'],
  ['mandateEnd', '结束代办@event'],
  ['translate', '翻译@event'],
  ['publish', '发布@event'],
  ['offline', '下架@event'],
  ['top', '置顶@event'],
  ['untop', '取消置顶@event'],
  ['show', '显示@event'],
  ['hide', '隐藏@event'],
  ['sort', '排序@event'],
  ['transfer', '移交@event'],
  ['leave', '离所@event'],
  ['import', '导入@event'],
  ['importUndo', '撤销导入@event'],
  ['bulk', '批量操作@event'],
  ['bulkUndo', '撤销批量操作@event'],
  ['agentRead', '智能体读取@event'],
  ['agentPropose', '智能体建议@event'],
  ['export', '导出@event'],
  ['reveal', '查看手机号@event'],
  ['resetPassword', '重置密码@event'],
  ['changePassword', '修改密码@event'],
  ['changeMobile', '修改手机号@event'],
  ['factorOn', '开启两步验证@event'],
  ['factorOff', '关闭两步验证@event'],
  ['passkeyOn', '添加通行密钥@event'],
  ['passkeyOff', '移除通行密钥@event'],
  ['recoveryCode', '使用恢复码@event'],
  ['viewAs', '视角查看@event'],
  ['kick', '强制下线@event'],
  ['hold', '保全@event'],
  ['unhold', '解除保全@event'],
  ['consent', '同意协议@event'],
  ['config', '修改配置@event'],
  ['announce', '发布公告@event'],
  ['confirm', '确认名片@event'],
  ['remind', '提醒@event'],
  ['ignore', '忽略提示@event'],
  ['unignore', '恢复提示@event'],
  ['expire', '到期删除@event'],
] as const
export type LogAction = (typeof logActions)[number][0]

/** The reason that the log shows for undoing a bulk action. */
export const undoReason = '撤销批量操作'
