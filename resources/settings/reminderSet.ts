import { defineSetting, toggle } from '../kit/index.ts'
import { operationSetting, settingRoute } from './settingRoute.ts'

const fields = {
  confirmQuarterly: toggle('每季度请律师确认名片', {
    hint: '每季度第一天上午9点发出通知；也可以随时在名片列表中按“发起名片确认”',
  }),
}

/** 提醒与确认: which messages the product sends by itself, and when. */
export const reminderSet = defineSetting({
  ...operationSetting,
  name: 'reminderSet',
  label: '提醒与确认',
  path: '/firmConf/reminderSet',
  route: settingRoute('conf.reminders', '/app/conf/reminders'),
  fields,
  initial: { confirmQuarterly: 0 },
  isAddition: true,
})
