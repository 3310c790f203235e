import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { useChooseLocale, useLocales, useShownLocale } from '../shell/language/useLanguage.ts'

const Options = ({ locales }: { locales: ReturnType<typeof useLocales>['others'] }) =>
  locales.map(it => (
    <option key={it.locale} value={it.locale} lang={it.locale}>
      {it.name}
    </option>
  ))

/** The choice below the form: what is typed stays, and it is remembered once it shows. */
export const LanguageChoice = () => {
  const translate = useTranslate()
  const { translated, others } = useLocales()
  const locale = useShownLocale()
  const chooseLocale = useChooseLocale()
  const [wanted, setWanted] = useState<string | null>(null)
  const choose = async (chosen: string) => {
    setWanted(chosen)
    // Where its texts cannot be had, the page stays as it is.
    await chooseLocale(chosen).catch(() => {})
    setWanted(current => (current === chosen ? null : current))
  }
  return (
    <p className="sign-in-language">
      <select
        id="language"
        aria-label="Language"
        value={wanted ?? locale}
        onChange={({ target }) => void choose(target.value)}
      >
        <Options locales={translated} />
        <optgroup label={translate('更多语言（文字为英文）')}>
          <Options locales={others} />
        </optgroup>
      </select>
    </p>
  )
}
