import type { CSSProperties, ReactNode } from 'react'

import { isBlank } from '../../../resources/domain/sameness.ts'
import {
  type CardContent,
  cards,
  type concealable,
  defaultVisibility,
} from '../../../resources/cards/index.ts'
import { type AnyRecord, maskMiddle } from '../../../resources/kit/index.ts'
import { useCardFields } from '../phone/useCardFields.ts'
import { Cell } from '../../fields/kinds.tsx'
import { PictureWithFallback } from '../../ui/PictureWithFallback.tsx'
import { CardButtons, type CardButton } from '../parts/CardButtons.tsx'
import type { PreviewLanguage, PreviewLook } from '../phone/look.ts'
import { MiniIcon } from '../parts/MiniIcon.tsx'
import {
  ArticleList,
  FollowBlock,
  localizedText,
  type OfficialAccount,
  miniTextsIn,
} from '../parts/miniParts.tsx'
import type { PhoneScreen } from '../phone/Phone.tsx'
import type { Samples } from '../phone/useSamples.ts'

import './miniCard.css'

/** A card, as stored or while being edited. */
export type PreviewedCard = Partial<CardContent> & {
  organizationId: number | null
  language: PreviewLanguage
  lawyerName?: string | undefined
}

/** Configuration of the card page, as stored or while being edited. */
export type CardPage = {
  template?: number | null
  background?: string | null
  textColor?: string | null
  avatarStyle?: number | null
  headFields?: readonly string[] | null
  blocks?:
    | readonly {
        key?: string | null
        enabled?: number | null
        title?: string | null
        titleEn?: string | null
        collapsed?: number | null
      }[]
    | null
  phoneReveal?: number | null
  langSwitch?: number | null
  watermark?: number | null
  disclaimer?: string | null
  articleLimit?: number | null
}

type Props = {
  card: PreviewedCard
  page: CardPage
  buttons: readonly CardButton[]
  articles?: Samples['articles']
  official?: OfficialAccount | undefined
  look: PreviewLook
}
type HideableField = (typeof concealable)[number]

/** Contact lines of the header: the field of the card, and the icon. */
const contactFields: Record<string, { field: HideableField; icon: string }> = {
  mobile: { field: 'mobile', icon: 'mobile' },
  phone: { field: 'phone', icon: 'phone' },
  email: { field: 'email', icon: 'mail' },
  licence: { field: 'licenseNumber', icon: 'licence' },
  address: { field: 'addressOverride', icon: 'address' },
}

/** Visibility: 0 hidden, 1 shown, 2 shown after a tap, 3 shown after signing in. */
const visibilityOf = ({ card, page }: Pick<Props, 'card' | 'page'>, field: HideableField) => {
  const own = card.visibility?.[field] ?? defaultVisibility[field]
  const isNumber = field === 'mobile' || field === 'phone'
  if (own === 0 || !isNumber || page.phoneReveal === 1) return own
  return page.phoneReveal === 3 ? 3 : own
}

const ContactLine = (props: Props & { name: string }) => {
  const { card, look, name } = props
  const { field, icon } = contactFields[name]!
  const value = card[field]
  const level = visibilityOf(props, field)
  if (isBlank(value) || level === 0) return null
  const text = Array.isArray(value) ? value.join('、') : String(value)
  const { tap, signIn } = miniTextsIn(look.language)
  const isHidden = level === 2 || (level === 3 && !look.isSignedIn)
  return (
    <li className="mini-contact-line">
      <MiniIcon name={icon} />
      <span>{isHidden ? maskMiddle(text) : text}</span>
      {isHidden && <small>{level === 3 ? signIn : tap}</small>}
    </li>
  )
}

/** Position of the person; an English card shows the code, which is the English title. */
const positionOf = ({ workPosition, language }: PreviewedCard) =>
  (language === 'EN' ? workPosition?.postCode : workPosition?.postName) ?? ''

const Portrait = ({ card, style }: { card: PreviewedCard; style: CardPage['avatarStyle'] }) => {
  const className = `mini-card-portrait ${style ? `is-avatar-${style}` : ''}`
  return (
    <PictureWithFallback
      src={card.avatar}
      alt={card.name ?? ''}
      className={className}
      fallback={
        <span className={`${className} is-empty`} aria-hidden>
          {Array.from(card.name ?? card.lawyerName ?? '').slice(0, 1)}
        </span>
      }
    />
  )
}

/** Lines of the header by name. */
const headerLines: Record<string, (card: PreviewedCard) => ReactNode> = {
  name: card => <p className="mini-card-name">{card.name}</p>,
  position: card => <p className="mini-card-position">{positionOf(card)}</p>,
  titles: ({ titles, language }) => <p>{titles?.join(language === 'EN' ? ', ' : '、')}</p>,
  office: card => (
    <div className="mini-card-office">
      <Cell field={cards.fields.organizationId} value={card.organizationId} record={{ id: 0, ...card }} />
    </div>
  ),
  team: ({ team }) => <p>{team}</p>,
}

const CardHeader = (props: Props) => {
  const { card, page } = props
  const names = page.headFields ?? []
  const { background, textColor, template } = page
  const style: CSSProperties = {
    ...(background && { backgroundImage: `url("${CSS.escape(background)}")` }),
    ...(textColor && { color: textColor }),
  }
  return (
    <div className={`mini-card-head is-template-${template ?? 1}`} style={style}>
      <div>
        {names.map(name => {
          const renderLine = headerLines[name]
          return renderLine && <div key={name}>{renderLine(card)}</div>
        })}
      </div>
      {template !== 3 && <Portrait card={card} style={page.avatarStyle} />}
    </div>
  )
}

type BlockProps = Props & { block: NonNullable<CardPage['blocks']>[number] }
type ContentProps = BlockProps & { fields: ReturnType<typeof useCardFields> }

const isCardField = (name: string): name is keyof typeof cards.fields => Object.hasOwn(cards.fields, name)

const blockContent = ({ block, card, articles, page, look, fields }: ContentProps): ReactNode => {
  const name = block.key ?? ''
  const record: AnyRecord = { id: 0, ...card }
  if (name === 'articles')
    return articles?.length ? (
      <ArticleList articles={articles.slice(0, page.articleLimit ?? 5)} language={look.language} />
    ) : null
  if (name === 'office')
    return <Cell field={cards.fields.organizationId} value={card.organizationId} record={record} isWhole />
  if (name === 'map') return <span className="mini-map" aria-hidden />
  const shown =
    name === 'clients' ? card.clients?.filter(it => it.consent === 1) : isCardField(name) && record[name]
  if (!isCardField(name) || isBlank(shown)) return null
  return <Cell field={fields[name]} value={shown} record={record} isWhole />
}

const CardBlock = (props: BlockProps) => {
  const { block, look } = props
  const fields = useCardFields(props.card.language)
  const content = blockContent({ ...props, fields })
  if (block.enabled === 0 || content === null) return null
  const title = localizedText(look.language, block.title, block.titleEn)
  return (
    <details
      className="mini-section mini-block"
      data-block={block.key}
      open={block.collapsed !== 1}
      key={String(block.collapsed)}
    >
      <summary>
        <div className="mini-title">{title}</div>
      </summary>
      <div className="whole-cells">{content}</div>
    </details>
  )
}

const CardContentView = (props: Props) => {
  const { card, page, official, look } = props
  const shownContacts = (page.headFields ?? []).filter(name => contactFields[name])
  return (
    <div className={`mini mini-card ${page.watermark ? 'has-watermark' : ''}`}>
      {page.langSwitch === 1 && <span className="mini-card-language">中 / EN</span>}
      <CardHeader {...props} />
      {(shownContacts.length > 0 || card.slogan) && (
        <div className="mini-section">
          {card.slogan && <p className="mini-card-slogan">{card.slogan}</p>}
          <ul>
            {shownContacts.map(name => (
              <ContactLine key={name} {...props} name={name} />
            ))}
          </ul>
        </div>
      )}
      {(page.blocks ?? []).map(block => (
        <CardBlock key={block.key} {...props} block={block} />
      ))}
      {official && (
        <div className="mini-section">
          <FollowBlock {...official} language={look.language} />
        </div>
      )}
      {page.disclaimer && <p className="mini-foot">{page.disclaimer}</p>}
    </div>
  )
}

/** Screen of a card; hidden fields are left out, others are shown after a tap. */
export const cardScreen = (title: string, props: Props): PhoneScreen => ({
  title,
  content: <CardContentView {...props} />,
  foot: <CardButtons {...props} />,
})
