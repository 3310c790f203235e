import type { PreviewLook } from '../phone/look.ts'
import type { PhoneScreen } from '../phone/Phone.tsx'
import { objectRows } from '../parts/objectRows.ts'
import type { Samples } from '../phone/useSamples.ts'

import './miniPages.css'

type ShareSettings = Readonly<Record<string, unknown>>
type Props = { share: ShareSettings; name: string; samples: Samples; look: PreviewLook }

const nonEmptyText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** Replaces the placeholders of a title, such as {姓名}. */
const fillTemplate = (title: string, values: Readonly<Record<string, string>>) =>
  title.replace(/\{([^{}]{1,8})\}/g, (whole, name: string) => values[name] ?? whole)

const coverOf = (share: ShareSettings, person: Samples['shownPeople'][number]) => {
  const mode = share['cardCoverMode']
  const offices = objectRows(share['orgCovers'])
  const organizationId = 'organizationId' in person ? person.organizationId : null
  if (mode === 3) return nonEmptyText(share['cover'])
  if (mode === 4)
    return (
      nonEmptyText(offices.find(it => it['organizationId'] === organizationId)?.['url']) ??
      nonEmptyText(share['cover'])
    )
  return mode === 2 ? person.avatar : null
}

const ChatBubble = ({ title, cover, name }: { title: string; cover: string | null; name: string }) => (
  <div className="mini-bubble">
    <small>{name}</small>
    <p>{title}</p>
    {cover ? <img src={cover} alt="" /> : <span className="mini-bubble-cover" aria-hidden />}
    <small>小程序</small>
  </div>
)

/** Chat in which a card, the home page and an article were shared, with the configured titles and covers. */
export const shareScreen = ({ share, name, samples, look }: Props): PhoneScreen => {
  const isEnglish = look.language === 'EN'
  const [person] = samples.shownPeople
  const [article] = samples.articles
  const values = {
    姓名: person?.name ?? '',
    职位: (isEnglish ? person?.position?.postCode : person?.position?.postName) ?? '',
    律所: samples.firm.shortName || samples.firm.name,
    领域: samples.professions[0]?.name ?? '',
  }
  const cardTitle = String((isEnglish && share['cardTitleEn']) || share['cardTitle'] || '')
  const buttons = [
    ...(share['allowForward'] === 1 ? ['发送给朋友'] : []),
    ...(share['allowTimeline'] === 1 ? ['分享到朋友圈'] : []),
  ]
  return {
    title: '微信聊天',
    content: (
      <div className="mini mini-chat">
        <ChatBubble
          name={name}
          title={fillTemplate(cardTitle, values)}
          cover={person ? coverOf(share, person) : null}
        />
        <ChatBubble
          name={name}
          title={fillTemplate(String(share['homeTitle'] || samples.firm.name), values)}
          cover={nonEmptyText(share['homeCover'])}
        />
        {article && (
          <ChatBubble
            name={name}
            title={fillTemplate(String(share['articleTitle'] || article.title), values)}
            cover={nonEmptyText(article.cover)}
          />
        )}
      </div>
    ),
    foot: (
      <p className="mini-share-foot">
        {buttons.length > 0 ? buttons.join('　') : '不允许转发和分享到朋友圈'}
      </p>
    ),
  }
}
