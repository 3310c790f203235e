import type { PreviewLook } from '../phone/look.ts'
import { MiniIcon } from '../parts/MiniIcon.tsx'
import { PeopleList } from '../parts/miniParts.tsx'
import type { PhoneScreen } from '../phone/Phone.tsx'
import type { Samples } from '../phone/useSamples.ts'

import './miniPages.css'

type SearchSettings = Readonly<Record<string, unknown>>
type Props = { search: SearchSettings; samples: Samples; look: PreviewLook }

const searchLabels: Record<string, readonly [string, string]> = {
  name: ['姓名', 'Name'],
  pinyin: ['拼音', 'Pinyin'],
  organization: ['律所', 'Office'],
  city: ['城市', 'City'],
  profession: ['领域', 'Practice'],
  position: ['职位', 'Position'],
  language: ['语言', 'Language'],
  licence: ['执业证号', 'Licence'],
  mobile: ['手机号', 'Mobile'],
}
const searchTexts = {
  CN: {
    title: '搜索律师',
    hot: '热门搜索',
    count: (count: number) => `共 ${count} 位律师`,
    off: '搜索已关闭',
    signIn: '登录后可以搜索',
    firmOnly: '仅本所人员可以搜索',
    none: '没有找到',
  },
  EN: {
    title: 'Find a lawyer',
    hot: 'Popular',
    count: (count: number) => `${count} lawyers`,
    off: 'Search is off',
    signIn: 'Sign in to search',
    firmOnly: 'For our own people only',
    none: 'Nothing found',
  },
} as const

const stringsOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])

/** Search screen: who may search by which fields, and the text for a search without results. */
export const searchScreen = ({ search, samples, look }: Props): PhoneScreen => {
  const text = searchTexts[look.language]
  const labelOf = (name: string) => searchLabels[name]?.[look.language === 'EN' ? 1 : 0] ?? name
  const disabledText =
    search['enabled'] !== 1 ? text.off : search['who'] !== 1 && !look.isSignedIn ? text.signIn : null
  const note = !disabledText && search['who'] === 3 ? text.firmOnly : null
  const fieldLabels = stringsOf(search['fields']).map(labelOf)
  const filters = stringsOf(search['filters']).map(labelOf)
  const hot = stringsOf(search['hotWords']).filter(Boolean)
  return {
    title: text.title,
    content: (
      <div className="mini">
        <section className="mini-section">
          <p className={disabledText ? 'mini-search is-off' : 'mini-search'}>
            <MiniIcon name="search" />
            {disabledText ?? fieldLabels.join(look.language === 'EN' ? ', ' : '、')}
          </p>
          {!disabledText && filters.length > 0 && (
            <ul className="mini-tags mini-filters">
              {filters.map(label => (
                <li key={label}>{label} ▾</li>
              ))}
            </ul>
          )}
          {note && <small>{note}</small>}
        </section>
        {!disabledText && hot.length > 0 && (
          <section className="mini-section">
            <div className="mini-form-title">{text.hot}</div>
            <ul className="mini-tags">
              {hot.map(word => (
                <li key={word}>{word}</li>
              ))}
            </ul>
          </section>
        )}
        {!disabledText && (
          <section className="mini-section">
            {search['showCount'] === 1 && <small>{text.count(samples.shownPeople.length)}</small>}
            <PeopleList people={samples.shownPeople.slice(0, 4)} language={look.language} />
          </section>
        )}
        {!disabledText && <p className="mini-foot">{String(search['emptyTip'] || text.none)}</p>}
      </div>
    ),
  }
}
