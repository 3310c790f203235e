import { integer, optional, select, strings, text, toggle } from '../kit/index.ts'

/** 审核权限, domain.md §6.4. The rights of sub-admins (`rightSwitches`) are kept here too. */
export const cardReview = {
  cardReview: select('名片审核方式', [
    [1, '全部修改需审核'],
    [2, '仅关键字段需审核'],
    [0, '无需审核'],
  ]),
  keyFields: optional(strings('关键字段', text('字段', { max: 30 }), { max: 40 })),
  registerReview: toggle('注册需审核'),
  articleReview: select('内容审核', [
    [0, '不审核'],
    [1, '律师投稿需审核'],
    [2, '分所发布也需审核'],
  ]),
  l4Lawyer: toggle('分所子管理员可审人员'),
  l4Card: toggle('分所子管理员可审名片'),
  l3Article: toggle('分所主管理员可审内容'),
  l3TransferMain: toggle('分所主管理员可移交主管理员'),
  l4Export: toggle('分所子管理员可导出人员'),
  selfHide: toggle('律师可自行隐藏名片'),
  selfAudit: toggle('允许审核本人'),
  slaHours: integer('审核时限(小时)', { min: 1, max: 240 }),
  remind: toggle('超时提醒'),
  rejectReasons: optional(strings('常用驳回原因', text('原因', { max: 100 }), { max: 30 })),
  compliance: select('推广合规自检', [
    [0, '关闭'],
    [1, '提示'],
    [2, '高风险阻止'],
  ]),
}
