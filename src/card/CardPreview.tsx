import { pageOfOffice } from '../../resources/offices/cardLayout.ts'
import { useSession } from '../session/sessionContext.ts'
import { type CardPage, cardScreen, type PreviewedCard } from '../preview/screens/MiniCard.tsx'
import { PhonePreview } from '../preview/phone/PhonePreview.tsx'
import { useMiniProgram, useMpName } from '../preview/phone/useMiniProgram.ts'

/** Phone preview of a card, with the published configuration of the card page. */
export const CardPreview = ({ card }: { card: PreviewedCard & { template?: { layout: CardPage } } }) => {
  const { card: firmPage } = useMiniProgram()
  const page = pageOfOffice<CardPage, CardPage>(firmPage, card.template?.layout)
  const { cardMenu = [] } = useSession().conf
  const title = useMpName()
  return (
    <PhonePreview
      lang={card.language}
      screen={look => cardScreen(title, { card, page, buttons: cardMenu, look })}
    />
  )
}
