import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'

import { savePreference } from '../../providers/preferences.ts'
import { Button } from '../ui/Button.tsx'
import { DialogFoot } from '../ui/dialog/DialogFoot.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { useChooseLocale, useLocales, useShownLocale } from '../language/useLanguage.ts'
import { Pill } from '../ui/Pills.tsx'

import './languageDialog.css'

type ChoicesProps = {
  locales: ReturnType<typeof useLocales>['others']
  chosen: string
  onChoose: (locale: string) => void
}

const LanguageOptions = ({ locales, chosen, onChoose }: ChoicesProps) =>
  locales.map(({ locale, name, direction }) => (
    <Pill
      key={locale}
      type="radio"
      name="language"
      checked={locale === chosen}
      onChange={() => onChoose(locale)}
    >
      <span lang={locale} dir={direction}>
        {name}
      </span>
    </Pill>
  ))

/** Dialog for the language of the interface, which changes at once and keeps typed values. */
export const LanguageDialog = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate()
  const locale = useShownLocale()
  const { translated, others } = useLocales()
  const client = useQueryClient()
  const { mutate: choose, isError } = useMutation({
    mutationFn: useChooseLocale(),
    onSuccess: (_, chosen) => savePreference(client, 'locale', chosen),
  })
  return (
    <Dialog title={translate('语言')} onClose={onClose}>
      <div className="dialog-content">
        <p className="field-hint">{translate('名片和内容不翻译。')}</p>
        <fieldset className="languages">
          <legend className="hidden-text">{translate('语言')}</legend>
          <LanguageOptions locales={translated} chosen={locale} onChoose={choose} />
        </fieldset>
        {others.length > 0 && (
          <details className="more-languages" open={others.some(it => it.locale === locale)}>
            <summary>{translate('更多语言')}</summary>
            <p className="field-hint">
              {translate(
                '这些语言的文字显示为英文，日期、数字和排序按各自的习惯；从右向左书写的，整页左右互换。',
              )}
            </p>
            <fieldset className="languages">
              <legend className="hidden-text">{translate('更多语言')}</legend>
              <LanguageOptions locales={others} chosen={locale} onChoose={choose} />
            </fieldset>
          </details>
        )}
        {isError && (
          <p className="field-error" role="alert">
            {translate('这种语言加载失败，请检查网络后重试')}
          </p>
        )}
      </div>
      <DialogFoot>
        <Button onClick={onClose}>{translate('关闭')}</Button>
      </DialogFoot>
    </Dialog>
  )
}
