import type { ReactNode } from 'react'

import { homeModules } from '../../resources/settings/mpIndex.ts'
import type { PreviewLook } from './look.ts'
import { MiniIcon } from './MiniIcon.tsx'
import {
  ArticleList,
  FollowBlock,
  inLanguage,
  type Official,
  PeopleList,
  PeopleStrip,
  MiniSection,
  miniWordsOf,
} from './miniParts.tsx'
import { brandOf, type Screen } from './Phone.tsx'
import type { Samples } from './useSamples.ts'

import './miniHome.css'

type Key = (typeof homeModules)[number][0]

/** The home page while it is being written: any part of it may be missing. */
export type MiniHomeContent = {
  themeColor?: string | null
  navStyle?: number | null
  banners?: readonly { image?: string | null; title?: string | null; enabled?: number | null }[] | null
  nav?:
    | readonly {
        icon?: string | null
        label?: string | null
        labelEn?: string | null
        enabled?: number | null
      }[]
    | null
  modules?:
    | readonly {
        key?: string | null
        enabled?: number | null
        title?: string | null
        titleEn?: string | null
        style?: number | null
        limit?: number | null
      }[]
    | null
  recommend?: { mode?: number | null; ids?: readonly number[] | null } | null
  notice?: { text?: string | null } | null
  tabBar?: readonly { key?: string | null; label?: string | null; icon?: string | null }[] | null
}

type Props = {
  home: MiniHomeContent
  samples: Samples
  look: PreviewLook
  official: Official | undefined
  filing?: string
}
type ModuleProps = Props & { module: NonNullable<MiniHomeContent['modules']>[number] }

const kinds = new Map<unknown, number>([
  ['trend', 1],
  ['article', 2],
  ['case', 3],
  ['video', 4],
])

const Articles = ({ module, samples, look }: ModuleProps) => {
  const kind = kinds.get(module.key)
  return (
    <ArticleList
      articles={samples.articles.filter(it => it.kind === kind).slice(0, module.limit ?? 4)}
      language={look.language}
      isWide={module.style !== 1}
    />
  )
}

const Lawyers = ({ module, samples, home, look }: ModuleProps) => {
  const { mode, ids } = home.recommend ?? {}
  const chosen = samples.people.filter(it => ids?.includes(it.lawyerId))
  const people = mode === 2 && chosen.length > 0 ? chosen : samples.shownPeople
  const shown = people.slice(0, module.limit ?? 4)
  return module.style === 1 ? (
    <PeopleList people={shown} language={look.language} />
  ) : (
    <PeopleStrip people={shown} language={look.language} />
  )
}

const Offices = ({ module, samples }: ModuleProps) => (
  <ul className="mini-list">
    {samples.offices.slice(0, module.limit ?? 4).map(({ organizationId, name }) => (
      <li key={organizationId} className="mini-office">
        <span className="mini-cover" aria-hidden />
        <strong>{name}</strong>
      </li>
    ))}
  </ul>
)

type Draw = (props: ModuleProps) => ReactNode

/** What each part of the home page shows. */
const drawn = {
  firmIntro: ({ samples, look }) => (
    <p className="mini-text">
      {inLanguage(look.language, samples.intro, samples.introEn) || samples.firm.name}
    </p>
  ),
  professions: ({ samples, look, module }) => (
    <ul className="mini-tags">
      {samples.professions.slice(0, module.limit ?? 8).map(({ id, name, nameEn }) => (
        <li key={id}>{inLanguage(look.language, name, nameEn)}</li>
      ))}
    </ul>
  ),
  lawyers: Lawyers,
  offices: Offices,
  trend: Articles,
  article: Articles,
  case: Articles,
  video: Articles,
  contact: ({ samples }) => (
    <p className="mini-contact">
      <MiniIcon name="address" />
      {samples.offices[0]?.name ?? samples.firm.name}
    </p>
  ),
  officialAccount: ({ official, look }) =>
    official ? <FollowBlock {...official} language={look.language} /> : null,
  footer: () => null,
} satisfies Record<Key, Draw>
const drawnByKey: Readonly<Record<string, Draw | undefined>> = drawn

const Module = (props: ModuleProps) => {
  const { module, look, filing, samples } = props
  const title = inLanguage(look.language, module.title, module.titleEn)
  if (module.key === 'footer')
    return (
      <p className="mini-foot">
        © {inLanguage(look.language, samples.firm.name, samples.firm.nameEn)}
        <br />
        {filing}
      </p>
    )
  const Content = drawnByKey[module.key ?? '']
  if (!Content) return null
  return (
    <MiniSection title={title} more={`${miniWordsOf(look.language).more} ›`}>
      <Content {...props} />
    </MiniSection>
  )
}

const Banner = ({ home, samples }: Pick<Props, 'home' | 'samples'>) => {
  const shown = (home.banners ?? []).filter(it => it.enabled !== 0)
  const [first] = shown
  return (
    <div className="mini-banner">
      {first?.image ? <img src={first.image} alt="" /> : <span className="mini-banner-empty" aria-hidden />}
      <p>{first?.title || samples.firm.name}</p>
      {shown.length > 1 && (
        <span className="mini-dots" aria-hidden>
          {shown.map((_, index) => (
            // eslint-disable-next-line react/no-array-index-key -- banners have no names
            <i key={index} />
          ))}
        </span>
      )}
    </div>
  )
}

const Content = (props: Props) => {
  const { home, look } = props
  const entries = (home.nav ?? []).filter(it => it.enabled !== 0)
  const isFive = entries.length === 5 || entries.length === 10
  return (
    <div className="mini">
      {home.notice?.text && <p className="mini-notice">{home.notice.text}</p>}
      <Banner {...props} />
      {entries.length > 0 && (
        <ul className={`mini-section mini-grid ${isFive ? 'is-five' : ''}`}>
          {entries.map(({ icon, label, labelEn }, index) => (
            // eslint-disable-next-line react/no-array-index-key -- entries have no names of their own
            <li key={index} className="mini-entry">
              <MiniIcon name={icon} />
              {inLanguage(look.language, label, labelEn)}
            </li>
          ))}
        </ul>
      )}
      {(home.modules ?? [])
        .filter(it => it.enabled !== 0)
        .map(module => (
          <Module key={module.key} {...props} module={module} />
        ))}
    </div>
  )
}

const Tabs = ({ home }: { home: MiniHomeContent }) => (
  <ul className="mini-tabs">
    {(home.tabBar ?? []).map(({ key, label, icon }, index) => (
      // eslint-disable-next-line react/no-array-index-key -- while it is written two may be of one page
      <li key={`${key}-${index}`} className={index === 0 ? 'is-current' : undefined}>
        <MiniIcon name={icon} />
        {label}
      </li>
    ))}
  </ul>
)

/** 小程序首页. */
export const homeScreen = (title: string, props: Props): Screen => ({
  title,
  isHome: true,
  isNavDark: props.home.navStyle === 2,
  brand: brandOf(props.home.themeColor),
  content: <Content {...props} />,
  foot: <Tabs home={props.home} />,
})
