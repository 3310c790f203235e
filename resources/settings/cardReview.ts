import { defineSetting, integer, multiSelect, optional, select, strings, text, toggle } from '../kit/index.ts'
import { operationSetting, settingRoute } from './settingRoute.ts'

import { cardFieldNames } from '../domain/cardFieldNames.ts'

const fields = {
  cardReview: select('名片审核方式', [
    [1, '全部修改需审核'],
    [2, '仅关键字段需审核'],
    [0, '无需审核'],
  ]),
  keyFields: optional(
    multiSelect('关键字段', cardFieldNames, { hint: '仅关键字段需审核时，修改这些内容才提交审核' }),
  ),
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
  l4Export: toggle('分所子管理员可导出列表'),
  selfHide: toggle('律师可自行隐藏名片'),
  selfAudit: toggle('允许审核本人'),
  slaHours: integer('审核时限（小时）', { min: 1, max: 240 }),
  remind: toggle('超时提醒'),
  rejectReasons: optional(strings('常用驳回原因', text('原因', { max: 100 }), { max: 30 })),
  articleReasons: optional(strings('内容常用驳回原因', text('原因', { max: 100 }), { max: 30 })),
  registerReasons: optional(strings('注册常用驳回原因', text('原因', { max: 100 }), { max: 30 })),
  transferReasons: optional(strings('转所常用驳回原因', text('原因', { max: 100 }), { max: 30 })),
  compliance: select('推广合规自检', [
    [0, '关闭@state'],
    [1, '提示'],
    [2, '高风险阻止'],
  ]),
}

/** 审核权限 (docs/domain.md §6.4). It also holds the rights of sub-administrators (`rightSwitches`). */
export const cardReview = defineSetting({
  ...operationSetting,
  name: 'cardReview',
  label: '审核权限',
  path: '/firmConf/cardReview',
  route: settingRoute('conf.cardAudit', '/app/conf/card-audit'),
  fields,
  form: {
    名片审核: ['cardReview', 'keyFields', 'slaHours', 'remind', 'rejectReasons'],
    注册与内容: ['registerReview', 'registerReasons', 'articleReview', 'articleReasons', 'transferReasons'],
    各级权限: ['l4Lawyer', 'l4Card', 'l3Article', 'l3TransferMain', 'l4Export', 'selfHide', 'selfAudit'],
    合规: ['compliance'],
  },
  initial: {
    cardReview: 1,
    keyFields: [
      'name',
      'avatar',
      'workPosition',
      'licenseNumber',
      'professions',
      'intro',
      'honours',
      'social',
      'cases',
      'slogan',
    ],
    registerReview: 1,
    articleReview: 2,
    l4Lawyer: 1,
    l4Card: 1,
    l3Article: 1,
    l3TransferMain: 0,
    l4Export: 0,
    selfHide: 1,
    selfAudit: 0,
    slaHours: 48,
    remind: 1,
    rejectReasons: [
      '头像不符合要求',
      '职位与登记不符',
      '执业证号有误',
      '含绝对化用语',
      '荣誉缺少颁发单位或年份',
      '中英文不一致',
      '其他',
    ],
    articleReasons: [
      '标题与内容不符',
      '事实或数据需核实',
      '未隐去当事人信息',
      '含绝对化用语',
      '图片不清晰或来源不明',
      '文字有误',
      '其他',
    ],
    registerReasons: [
      '不是本所人员',
      '姓名与手机号不一致',
      '所属律所选择有误',
      '执业证号有误',
      '已有账号，请直接登录',
      '其他',
    ],
    transferReasons: ['转入律所选择有误', '手续尚未办完', '需先与转入律所确认', '其他'],
    compliance: 1,
  },
})
