import { useTranslate } from 'ra-core'

import { useShownLanguage } from '../../language/useLanguage.ts'
import type { Template } from './fields.ts'

/** The titles of the shown blocks in their order, as the firm words them in the language of the page. */
export const BlockTitles = ({ blocks }: Pick<Template['firm'], 'blocks'>) => {
  const translate = useTranslate()
  const { locale } = useShownLanguage()
  const isChinese = locale.startsWith('zh')
  const shown = blocks.filter(it => it.enabled === 1)
  return shown.map(({ key, title, titleEn }, at) => (
    <span key={key}>
      {at > 0 && translate('、')}
      {isChinese || !titleEn ? <span lang="zh-CN">{title}</span> : titleEn}
    </span>
  ))
}
