import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { listLocales } from '../../../resources/locales/names.ts'
import { Button } from '../Button.tsx'
import { Dialog } from '../Dialog.tsx'
import { useChooseLocale, useShownLocale } from './useLanguage.ts'

import './languageDialog.css'

/** Chooses the language of the interface, which changes at once: nothing that is typed is lost. */
export const LanguageDialog = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate()
  const locale = useShownLocale()
  const chooseLocale = useChooseLocale()
  const [isFailed, setFailed] = useState(false)
  const choose = async (chosen: string) => {
    try {
      await chooseLocale(chosen)
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  return (
    <Dialog title={translate('语言')} onClose={onClose}>
      <div className="dialog-content">
        <p className="field-hint">
          {translate('没有译文的语言显示英文；从右向左书写的语言，整页左右互换。名片和内容不翻译。')}
        </p>
        <fieldset className="languages">
          <legend className="hidden-text">{translate('语言')}</legend>
          {listLocales().map(it => (
            <label key={it.locale} className="pill">
              <input
                type="radio"
                name="language"
                checked={it.locale === locale}
                onChange={() => void choose(it.locale)}
              />
              <span lang={it.locale} dir={it.direction}>
                {it.name}
              </span>
            </label>
          ))}
        </fieldset>
        {isFailed && (
          <p className="field-error" role="alert">
            {translate('这种语言加载失败，请检查网络后重试')}
          </p>
        )}
      </div>
      <footer className="dialog-foot">
        <Button onClick={onClose}>{translate('关闭')}</Button>
      </footer>
    </Dialog>
  )
}
