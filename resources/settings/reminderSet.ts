import { messageTypes } from '../domain/messageTypes.ts'
import { defineSetting, integer, multiSelect, optional, text, toggle } from '../kit/index.ts'
import { operationSetting, settingRoute } from './settingRoute.ts'

/** A day of every year, which is compared as text. */
const yearlyDay = /^(0[1-9]|1[0-2])-([0-2]\d|3[01])$/

const fields = {
  confirmQuarterly: toggle('每季度请律师确认名片'),
  assessmentDue: optional(
    text('年度考核登记期限', {
      max: 5,
      pattern: [yearlyDay, '请输入月和日，如 05-31'],
    }),
  ),
  digest: toggle('每日待审摘要'),
  digestHour: integer('摘要时间（点）', { min: 0, max: 23 }),
  mailTypes: optional(multiSelect('可发邮件的站内信', messageTypes)),
  robotTypes: optional(multiSelect('发到企业微信群的站内信', messageTypes)),
}

/** 提醒与确认: which messages the product sends by itself, and when. */
export const reminderSet = defineSetting({
  ...operationSetting,
  name: 'reminderSet',
  label: '提醒与确认',
  path: '/firmConf/reminderSet',
  route: settingRoute('conf.reminders', '/app/conf/reminders'),
  fields,
  initial: { confirmQuarterly: 0, digest: 0, digestHour: 9 },
  isAddition: true,
})
