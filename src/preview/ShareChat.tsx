import type { PreviewLook } from './look.ts'
import type { Screen } from './Phone.tsx'
import { rowsOf } from './rowsOf.ts'
import type { Samples } from './useSamples.ts'

import './miniPages.css'

type Share = Readonly<Record<string, unknown>>
type Props = { share: Share; name: string; samples: Samples; look: PreviewLook }

const picture = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** The words that a title may hold, with what they stand for. */
const filled = (title: string, values: Readonly<Record<string, string>>) =>
  title.replace(/\{([^{}]{1,8})\}/g, (whole, name: string) => values[name] ?? whole)

const coverOf = (share: Share, person: Samples['shownPeople'][number]) => {
  const mode = share['cardCoverMode']
  const offices = rowsOf(share['orgCovers'])
  const organizationId = 'organizationId' in person ? person.organizationId : null
  if (mode === 3) return picture(share['cover'])
  if (mode === 4)
    return (
      picture(offices.find(it => it['organizationId'] === organizationId)?.['url']) ?? picture(share['cover'])
    )
  return mode === 2 ? person.avatar : null
}

const Bubble = ({ title, cover, name }: { title: string; cover: string | null; name: string }) => (
  <div className="mini-bubble">
    <small>{name}</small>
    <p>{title}</p>
    {cover ? <img src={cover} alt="" /> : <span className="mini-bubble-cover" aria-hidden />}
    <small>小程序</small>
  </div>
)

/** 分享封面 in a conversation, as those who receive a card, the home page or an article see it. */
export const shareScreen = ({ share, name, samples, look }: Props): Screen => {
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
        <Bubble
          name={name}
          title={filled(cardTitle, values)}
          cover={person ? coverOf(share, person) : null}
        />
        <Bubble
          name={name}
          title={filled(String(share['homeTitle'] || samples.firm.name), values)}
          cover={picture(share['homeCover'])}
        />
        {article && (
          <Bubble
            name={name}
            title={filled(String(share['articleTitle'] || article.title), values)}
            cover={picture(article.cover)}
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
