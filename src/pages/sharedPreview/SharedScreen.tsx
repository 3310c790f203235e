import { useMemo } from 'react'

import { readAnswer } from '../../../providers/backend/readAnswer.ts'
import type { SharedPreview } from '../../../resources/sharedPreview.ts'
import { articleScreenTitle, MiniArticle } from '../../preview/article/MiniArticle.tsx'
import { Phone, validColour } from '../../preview/phone/Phone.tsx'
import type { PreviewLook } from '../../preview/phone/look.ts'
import { cardScreen } from '../../preview/screens/MiniCard.tsx'
import { useSession } from '../../session/sessionContext.ts'

const look: Omit<PreviewLook, 'language'> = { width: 375, theme: 'light', isSignedIn: 0 }

const ArticleScreen = ({ shared }: { shared: Extract<SharedPreview, { kind: 'article' }> }) => {
  const article = useMemo(() => ({ ...readAnswer('articles.one', shared.article, {}), id: 0 }), [shared])
  const { language } = article
  return (
    <Phone
      screen={{
        title: articleScreenTitle(article),
        content: <MiniArticle article={article} />,
        brand: validColour(shared.brand),
      }}
      look={{ ...look, language }}
      lang={language === 'EN' ? 'en' : 'zh-CN'}
    />
  )
}

const CardScreen = ({ shared }: { shared: Extract<SharedPreview, { kind: 'card' }> }) => {
  const { cardMenu = [] } = useSession().conf
  const card = useMemo(() => readAnswer('cards.cardInfo', shared.card, {}), [shared])
  const page = useMemo(() => readAnswer('firm.mpconf', { card: shared.page }, {}).card, [shared])
  const cardLook = { ...look, language: card.language }
  const screen = cardScreen(shared.title, { card, page, buttons: cardMenu, look: cardLook })
  return (
    <Phone
      screen={{ ...screen, brand: validColour(shared.brand) }}
      look={cardLook}
      lang={card.language === 'EN' ? 'en' : 'zh-CN'}
    />
  )
}

/** The phone with what a link shows. */
export const SharedScreen = ({ shared }: { shared: SharedPreview }) =>
  shared.kind === 'article' ? <ArticleScreen shared={shared} /> : <CardScreen shared={shared} />
