import { useTranslate } from 'ra-core'

import type { CardLanguage } from '../useOwnCards.ts'

const languages = [
  ['CN', '中文名片'],
  ['EN', '英文名片'],
] as const satisfies readonly (readonly [CardLanguage, string])[]

type Props = {
  language: CardLanguage
  /** Notes beside the tabs, such as "unsaved" or "not created". */
  notes?: Partial<Record<CardLanguage, string>>
  onChange: (language: CardLanguage) => void
}

export const LanguageTabs = ({ language, notes = {}, onChange }: Props) => {
  const translate = useTranslate()
  return (
    <div className="list-tabs" role="group" aria-label={translate('语言版本')}>
      {languages.map(([value, label]) => (
        <button
          key={value}
          type="button"
          className="list-tab"
          aria-pressed={value === language}
          onClick={() => onChange(value)}
        >
          {translate(label)}
          {notes[value] && <span className="list-tab-count">{notes[value]}</span>}
        </button>
      ))}
    </div>
  )
}
