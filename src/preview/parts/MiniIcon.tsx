import type { CommonIcon } from '../../../resources/domain/icons.ts'
import { useSession } from '../../session/sessionContext.ts'

const person = 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8a7.5 7.5 0 0 1 15 0'
const sheet = 'M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7'
const house = 'M4 11 12 4l8 7M6 10v10h12V10M10 20v-6h4v6'
const people =
  'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 8a6 6 0 0 1 12 0M16 4.5a3.5 3.5 0 0 1 0 6.5M17.5 14a6 6 0 0 1 3.5 5'

/** Paths of the default icons, for those that the firm has not replaced. */
const iconPaths: Record<CommonIcon, string> = {
  tabHome: house,
  tabHomeActive: house,
  tabLawyer: people,
  tabLawyerActive: people,
  tabArticle: sheet,
  tabArticleActive: sheet,
  tabMine: person,
  tabMineActive: person,
  phone: 'M6 3h4l2 5-2.5 1.5a11 11 0 0 0 5 5L16 12l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 4 5a2 2 0 0 1 2-2Z',
  mobile: 'M8 2h8a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2ZM11 18h2',
  mail: 'M3 5h18v14H3zM3 6l9 7 9-7',
  wechat:
    'M10 4c-4 0-7 2.5-7 5.8 0 1.9 1 3.5 2.6 4.6L5 17l2.8-1.4c.7.2 1.4.2 2.2.2M21 14.5c0-2.7-2.5-4.9-5.6-4.9s-5.6 2.2-5.6 4.9 2.5 4.9 5.6 4.9c.6 0 1.2-.1 1.8-.3L19.5 20l-.5-1.9c1.2-.9 2-2.2 2-3.6Z',
  fax: 'M7 8V3h10v5M4 8h16v11H4zM8 12h5M8 15h8',
  address: 'M12 21s7-6.2 7-11a7 7 0 1 0-14 0c0 4.8 7 11 7 11Zm0-8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  web: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  licence: 'M4 5h16v14H4zM8 10h4M8 14h8M16 10h.1',
  language: 'M4 6h10M9 4v2c0 4-2 7-5 8M6 9c1 3 4 5 7 5M13 20l4-9 4 9M14.5 17h5',
  share: 'M14 5l6 5-6 5v-3c-5 0-8 2-10 5 0-5 4-9 10-9z',
  save: person,
  poster: 'M5 3h14v18H5zM8 14l3-3 2 2 3-4v8H8z',
  qrcode: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2z',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 21 21',
  filter: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  back: 'm15 5-7 7 7 7',
  like: 'M12 20s-8-4.7-8-10.5A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 8 2.5C20 15.3 12 20 12 20Z',
  close: 'm6 6 12 12M18 6 6 18',
}

const isCommon = (name: string): name is CommonIcon => Object.hasOwn(iconPaths, name)

/** Icon of the mini-program: the firm's picture if there is one, otherwise the default icon. */
export const MiniIcon = ({ name }: { name: string | null | undefined }) => {
  const { assets } = useSession().conf
  if (!name) return <svg className="line-icon mini-icon" viewBox="0 0 24 24" aria-hidden />
  const customIcon = assets?.icons?.[name] || assets?.commonIcons?.[name]
  if (customIcon) return <img className="mini-icon" src={customIcon} alt="" />
  return (
    <svg className="line-icon mini-icon" viewBox="0 0 24 24" aria-hidden>
      <path d={isCommon(name) ? iconPaths[name] : 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Z'} />
    </svg>
  )
}
