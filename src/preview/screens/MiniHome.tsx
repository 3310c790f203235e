import type { ReactNode } from 'react'

import { homeModules } from '../../../resources/settings/mpIndex.ts'
import type { PreviewLook } from '../phone/look.ts'
import { MiniIcon } from '../parts/MiniIcon.tsx'
import {
  ArticleList,
  FollowBlock,
  localizedText,
  type OfficialAccount,
  PeopleList,
  PeopleStrip,
  MiniSection,
  miniTextsIn,
} from '../parts/miniParts.tsx'
import { validColour, type PhoneScreen } from '../phone/Phone.tsx'
import type { Samples } from '../phone/useSamples.ts'

import './miniHome.css'

type ModuleKey = (typeof homeModules)[number][0]

/** Content of the home page while it is being edited, so that any part of it may be missing. */
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
  official: OfficialAccount | undefined
  filing?: string
}
type ModuleProps = Props & { module: NonNullable<MiniHomeContent['modules']>[number] }

const articleKindOfModule = new Map<unknown, number>([
  ['trend', 1],
  ['article', 2],
  ['case', 3],
  ['video', 4],
])

const ArticlesModule = ({ module, samples, look }: ModuleProps) => {
  const kind = articleKindOfModule.get(module.key)
  return (
    <ArticleList
      articles={samples.articles.filter(it => it.kind === kind).slice(0, module.limit ?? 4)}
      language={look.language}
      isWide={module.style !== 1}
    />
  )
}

const LawyersModule = ({ module, samples, home, look }: ModuleProps) => {
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

const OfficesModule = ({ module, samples }: ModuleProps) => (
  <ul className="mini-list">
    {samples.offices.slice(0, module.limit ?? 4).map(({ organizationId, name }) => (
      <li key={organizationId} className="mini-office">
        <span className="mini-cover" aria-hidden />
        <strong>{name}</strong>
      </li>
    ))}
  </ul>
)

type RenderModule = (props: ModuleProps) => ReactNode

/** Component of each module of the home page. */
const modules = {
  firmIntro: ({ samples, look }) => (
    <p className="mini-text">
      {localizedText(look.language, samples.intro, samples.introEn) || samples.firm.name}
    </p>
  ),
  professions: ({ samples, look, module }) => (
    <ul className="mini-tags">
      {samples.professions.slice(0, module.limit ?? 8).map(({ id, name, nameEn }) => (
        <li key={id}>{localizedText(look.language, name, nameEn)}</li>
      ))}
    </ul>
  ),
  lawyers: LawyersModule,
  offices: OfficesModule,
  trend: ArticlesModule,
  article: ArticlesModule,
  case: ArticlesModule,
  video: ArticlesModule,
  contact: ({ samples }) => (
    <p className="mini-contact">
      <MiniIcon name="address" />
      {samples.offices[0]?.name ?? samples.firm.name}
    </p>
  ),
  officialAccount: ({ official, look }) =>
    official ? <FollowBlock {...official} language={look.language} /> : null,
  footer: () => null,
} satisfies Record<ModuleKey, RenderModule>
const moduleByKey: Readonly<Record<string, RenderModule | undefined>> = modules

const HomeModule = (props: ModuleProps) => {
  const { module, look, filing, samples } = props
  const title = localizedText(look.language, module.title, module.titleEn)
  if (module.key === 'footer')
    return (
      <p className="mini-foot">
        © {localizedText(look.language, samples.firm.name, samples.firm.nameEn)}
        <br />
        {filing}
      </p>
    )
  const HomeContent = moduleByKey[module.key ?? '']
  if (!HomeContent) return null
  return (
    <MiniSection title={title} more={`${miniTextsIn(look.language).more} ›`}>
      <HomeContent {...props} />
    </MiniSection>
  )
}

const HomeBanner = ({ home, samples }: Pick<Props, 'home' | 'samples'>) => {
  const shown = (home.banners ?? []).filter(it => it.enabled !== 0)
  const [first] = shown
  return (
    <div className="mini-banner">
      {first?.image ? <img src={first.image} alt="" /> : <span className="mini-banner-empty" aria-hidden />}
      <p>{first?.title || samples.firm.name}</p>
      {shown.length > 1 && (
        <span className="mini-dots" aria-hidden>
          {shown.map((_, index) => (
            // eslint-disable-next-line react/no-array-index-key -- Banners have no ids.
            <i key={index} />
          ))}
        </span>
      )}
    </div>
  )
}

const HomeContent = (props: Props) => {
  const { home, look } = props
  const entries = (home.nav ?? []).filter(it => it.enabled !== 0)
  const isFive = entries.length === 5 || entries.length === 10
  return (
    <div className="mini">
      {home.notice?.text && <p className="mini-notice">{home.notice.text}</p>}
      <HomeBanner {...props} />
      {entries.length > 0 && (
        <ul className={`mini-section mini-grid ${isFive ? 'is-five' : ''}`}>
          {entries.map(({ icon, label, labelEn }, index) => (
            // eslint-disable-next-line react/no-array-index-key -- Entries have no ids.
            <li key={index} className="mini-entry">
              <MiniIcon name={icon} />
              {localizedText(look.language, label, labelEn)}
            </li>
          ))}
        </ul>
      )}
      {(home.modules ?? [])
        .filter(it => it.enabled !== 0)
        .map(module => (
          <HomeModule key={module.key} {...props} module={module} />
        ))}
    </div>
  )
}

const TabBar = ({ home }: { home: MiniHomeContent }) => (
  <ul className="mini-tabs">
    {(home.tabBar ?? []).map(({ key, label, icon }, index) => (
      // eslint-disable-next-line react/no-array-index-key -- While editing, two tabs may have the same key.
      <li key={`${key}-${index}`} className={index === 0 ? 'is-current' : undefined}>
        <MiniIcon name={icon} />
        {label}
      </li>
    ))}
  </ul>
)

/** Screen of the mini-program's home page. */
export const homeScreen = (title: string, props: Props): PhoneScreen => ({
  title,
  isHome: true,
  isNavDark: props.home.navStyle === 2,
  brand: validColour(props.home.themeColor),
  content: <HomeContent {...props} />,
  foot: <TabBar home={props.home} />,
})
