import { defineSetting, optional, rows, text, toggle } from '../kit/index.ts'
import { operationSetting, settingRoute } from './settingRoute.ts'

const fields = {
  isOn: toggle('提供英文草稿', {
    hint: '开启后，编辑英文名片时可以按中文内容逐项生成草稿；草稿须由本人核对后采用',
  }),
  usesProvider: toggle('使用翻译服务', {
    hint: '开启后，所选内容会发送到运营方选定的翻译服务；关闭时只按术语替换，内容不离开服务器',
  }),
  marksOutputs: toggle('对外注明机器翻译', {
    hint: '开启后，海报、打印页、电子名片、邮件签名和官网数据注明其中有机器翻译的内容',
  }),
  glossary: optional(
    rows(
      '术语',
      {
        chinese: text('中文', { max: 60 }),
        english: text('英文', { max: 120 }),
      },
      { max: 300, hint: '如 合伙人 – Partner；翻译服务也按此翻译' },
    ),
  ),
}

/** 英文草稿: whether drafts of English cards are made, and by what. */
export const englishDraft = defineSetting({
  ...operationSetting,
  name: 'englishDraft',
  label: '英文草稿',
  path: '/firmConf/englishDraft',
  route: settingRoute('operation.englishDraft', '/app/conf/english-draft'),
  fields,
  initial: { isOn: 0, usesProvider: 0, marksOutputs: 0 },
  isAddition: true,
})
