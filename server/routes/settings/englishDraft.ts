import { englishDraft } from '../../../resources/settings/englishDraft.ts'
import { invalid } from '../../context/apiError.ts'
import { settingHandlers } from '../../records/setting.ts'

export const englishDraftSettingHandlers = settingHandlers(englishDraft, ({ usesProvider }, { services }) => {
  if (usesProvider === 1 && !services.translation.isOn)
    throw invalid({ usesProvider: '运营方还没有开通翻译服务，请联系运营方，或关闭此项' })
})
