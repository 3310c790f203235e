import { messageTypes } from '../domain/messageTypes.ts'
import { defineSetting, integer, multiSelect, optional, text, toggle } from '../kit/index.ts'
import { operationSetting, settingRoute } from './settingRoute.ts'

/** A day of every year, which is compared as text. */
const yearlyDay = /^(0[1-9]|1[0-2])-([0-2]\d|3[01])$/

const fields = {
  confirmQuarterly: toggle('每季度请律师确认名片', {
    hint: '每季度一次，给已发布名片的律师发站内信，请他们核对并确认',
  }),
  assessmentDue: optional(
    text('年度考核登记期限', {
      max: 5,
      hint: '月和日，如 05-31；到这一天提醒还没有登记上一年度结果的律师。不填则不提醒',
      pattern: [yearlyDay, '请输入月和日，如 05-31'],
    }),
  ),
  digest: toggle('每日待审摘要', {
    hint: '每位审核人每天收到一条站内信，写明待审几项、超时几项；没有待审事项时不发',
  }),
  digestHour: integer('摘要时间（点）', { min: 0, max: 23, hint: '0 至 23' }),
  mailTypes: optional(
    multiSelect('可发邮件的站内信', messageTypes, {
      hint: '只发给在账户设置里选了该类型、并登记了邮箱的人；须由运营方开通邮件',
    }),
  ),
  wecomTypes: optional(
    multiSelect('发到企业微信应用的站内信', messageTypes, {
      hint: '逐一发给收到站内信的人；待审的名片、内容和注册可以直接在消息中通过。应用在系统配置中设置',
    }),
  ),
  robotTypes: optional(
    multiSelect('发到企业微信群的站内信', messageTypes, {
      hint: '只发管理员收到的站内信；群机器人地址在系统配置中设置',
    }),
  ),
}

/** 提醒与确认: which messages the product sends by itself, and when. */
export const reminderSet = defineSetting({
  ...operationSetting,
  name: 'reminderSet',
  label: '提醒与确认',
  path: '/firmConf/reminderSet',
  route: settingRoute('operation.reminders', '/app/conf/reminders'),
  isProposable: true,
  fields,
  initial: { confirmQuarterly: 0, digest: 0, digestHour: 9 },
  isAddition: true,
})
