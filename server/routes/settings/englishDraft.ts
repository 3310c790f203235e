import { englishDraft } from '../../../resources/settings/englishDraft.ts'
import { invalid } from '../../context/apiError.ts'
import { settingHandlers } from '../../records/setting.ts'

export const englishDraftSettingHandlers = settingHandlers(englishDraft, ({ usesProvider }, { services }) => {
  if (usesProvider === 1 && !services.translation.isOn)
    throw invalid({ usesProvider: '服务器没有配置翻译服务，请先设置 TRANSLATION_URL，或关闭此项' })
})
