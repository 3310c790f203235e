import { messageTypes } from '../domain/messageTypes.ts'
import { defineSetting, integer, multiSelect, optional, text, toggle } from '../kit/index.ts'
import { operationSetting, settingRoute } from './settingRoute.ts'

/** A day of every year; 29 February is none. */
const yearlyDay =
  /^((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|1\d|2[0-8]))$/

const fields = {
  confirmQuarterly: toggle('每季度请律师确认名片', {
    hint: '每季度第一天上午9点发出通知；也可以随时在名片列表中按“发起名片确认”',
  }),
  assessmentDue: optional(
    text('年度考核登记期限', {
      max: 5,
      hint: '每年的月和日，如 05-31。从这一天上午9点起，还没有登记上一年度考核结果的执业律师各收到一次提醒，管理员收到人数；不填则不提醒',
      pattern: [yearlyDay, '请输入月和日，如 05-31'],
    }),
  ),
  digest: toggle('每日待审摘要', {
    hint: '有待审事项时，每天给每位审核人发一条站内信，其中写明超时的有几项；打开后不再逐项发超时提醒',
  }),
  mailTypes: optional(
    multiSelect('可发邮件的站内信', messageTypes, {
      hint: '这些类型的站内信也可以发到本人邮箱，由各人在“修改账户”中选择；邮件只有标题和链接。须由运维配置发信服务器',
    }),
  ),
  robotTypes: optional(
    multiSelect('发到企业微信群的站内信', messageTypes, {
      hint: '管理员收到这些类型的站内信时，群机器人也在群里发一条，只有标题和链接。机器人地址由系统管理员在“系统配置”中填写',
    }),
  ),
  digestHour: integer('摘要时间（点）', { min: 0, max: 23, hint: '每天几点发送，如 9' }),
}

/** 提醒与确认: which messages the product sends by itself, and when. */
export const reminderSet = defineSetting({
  ...operationSetting,
  name: 'reminderSet',
  label: '提醒与确认',
  path: '/firmConf/reminderSet',
  route: settingRoute('conf.reminders', '/app/conf/reminders'),
  fields,
  form: {
    名片确认: ['confirmQuarterly'],
    年度考核: ['assessmentDue'],
    待审摘要: ['digest', 'digestHour'],
    站外通知: ['mailTypes', 'robotTypes'],
  },
  initial: { confirmQuarterly: 0, digest: 0, digestHour: 9 },
  isAddition: true,
})
