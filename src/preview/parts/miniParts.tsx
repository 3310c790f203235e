import { firmDay } from '../../../resources/kit/firmTime.ts'
import type { ReactNode } from 'react'

import { PictureWithFallback } from '../../ui/PictureWithFallback.tsx'
import type { PreviewLanguage } from '../phone/look.ts'
import type { Samples } from '../phone/useSamples.ts'

import './mini.css'
import './miniBlocks.css'

/** Texts of the mini-program itself, in its two languages. */
const miniTexts = {
  CN: {
    all: '全部',
    more: '更多',
    mainOffice: '总所',
    nothing: '暂无内容',
    otherCities: '其他',
    read: '阅读',
    follow: '关注公众号',
    tap: '点击查看',
    signIn: '登录后查看',
    loginToSee: '登录',
  },
  EN: {
    all: 'All',
    more: 'More',
    mainOffice: 'Main office',
    nothing: 'Nothing yet',
    otherCities: 'Other cities',
    read: 'reads',
    follow: 'Follow us',
    tap: 'Tap to view',
    signIn: 'Sign in to view',
    loginToSee: 'Sign in',
  },
} as const
export const miniTextsIn = (language: PreviewLanguage): Record<keyof (typeof miniTexts)['CN'], string> =>
  miniTexts[language]

/** The English text if the language is English and there is one, otherwise the Chinese text. */
export const localizedText = (
  language: PreviewLanguage,
  text: string | null | undefined,
  english?: string | null,
) => (language === 'EN' && english) || text || ''

export const MiniSection = ({
  title,
  more,
  children,
}: {
  title: string
  more?: string
  children: ReactNode
}) => (
  <div className="mini-section">
    <div className="mini-section-head">
      <div className="mini-title">{title}</div>
      {more && <span>{more}</span>}
    </div>
    {children}
  </div>
)

type Person = Samples['shownPeople'][number]

const Portrait = ({ person, className }: { person: Person; className: string }) => (
  <PictureWithFallback
    className={className}
    src={person.avatar}
    alt=""
    fallback={
      <span className={`${className} is-empty`} aria-hidden>
        {Array.from(person.name)[0]}
      </span>
    }
  />
)

export const positionText = ({ position }: Pick<Person, 'position'>, language: PreviewLanguage) =>
  (language === 'EN' ? position?.postCode : position?.postName) ?? ''

type PeopleProps = { people: readonly Person[]; language: PreviewLanguage }

export const PeopleStrip = ({ people, language }: PeopleProps) => (
  <ul className="mini-strip">
    {people.map(person => (
      <li key={person.id} className="mini-tile">
        <Portrait person={person} className="mini-portrait" />
        <strong>{person.name}</strong>
        <small>{positionText(person, language)}</small>
      </li>
    ))}
  </ul>
)

export const PeopleList = ({ people, language }: PeopleProps) => (
  <ul className="mini-list">
    {people.map(person => (
      <li key={person.id} className="mini-person">
        <Portrait person={person} className="mini-face" />
        <div>
          <strong>{person.name}</strong>
          <small>{positionText(person, language)}</small>
          <p>{person.office}</p>
        </div>
      </li>
    ))}
  </ul>
)

type ArticleListProps = { articles: Samples['articles']; language: PreviewLanguage; isWide?: boolean }

export const ArticleList = ({ articles, language, isWide = false }: ArticleListProps) => {
  if (articles.length === 0) return <p className="mini-nothing">{miniTextsIn(language).nothing}</p>
  return (
    <ul className={isWide ? 'mini-strip' : 'mini-list'}>
      {articles.map(({ articleId, title, cover, publishAt }) => (
        <li key={articleId} className={isWide ? 'mini-tile is-wide' : 'mini-article'}>
          {cover ? <img src={cover} alt="" /> : <span className="mini-cover" aria-hidden />}
          <div>
            <strong>{title}</strong>
            <small>{publishAt && firmDay(new Date(publishAt))}</small>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The firm's WeChat official account, as shown on a page. */
export type OfficialAccount = { name: string; tip: string; picture: string | null }

/** QR code of the official account with its name and a text. */
export const FollowBlock = ({
  name,
  tip,
  picture,
  language,
}: OfficialAccount & { language: PreviewLanguage }) => (
  <div className="mini-follow">
    {picture ? <img src={picture} alt="" /> : <span className="mini-code" aria-hidden />}
    <div>
      <strong>{name || miniTextsIn(language).follow}</strong>
      <p>{tip}</p>
    </div>
  </div>
)
