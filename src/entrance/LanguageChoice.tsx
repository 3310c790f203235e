import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { useChooseLocale, useLocales, useShownLocale } from '../language/useLanguage.ts'

const LocaleOptions = ({ locales }: { locales: ReturnType<typeof useLocales>['others'] }) =>
  locales.map(({ locale, name }) => (
    <option key={locale} value={locale} lang={locale}>
      {name}
    </option>
  ))

/** Language select below the form. Typed values stay; the choice is stored once its texts are loaded. */
export const LanguageChoice = () => {
  const translate = useTranslate()
  const { translated, others } = useLocales()
  const locale = useShownLocale()
  const chooseLocale = useChooseLocale()
  const [pendingLocale, setPendingLocale] = useState<string | null>(null)
  const choose = async (chosen: string) => {
    setPendingLocale(chosen)
    // If the texts cannot be loaded, the page keeps its current language.
    await chooseLocale(chosen).catch(() => {})
    setPendingLocale(current => (current === chosen ? null : current))
  }
  return (
    <p className="sign-in-language">
      <select
        id="language"
        aria-label="Language"
        value={pendingLocale ?? locale}
        onChange={({ target }) => void choose(target.value)}
      >
        <LocaleOptions locales={translated} />
        <optgroup label={translate('更多语言（文字为英文）')}>
          <LocaleOptions locales={others} />
        </optgroup>
      </select>
    </p>
  )
}
