import { useSession } from '../session/sessionContext.ts'
import { cardScreen, type PreviewedCard } from '../preview/screens/MiniCard.tsx'
import { PhonePreview } from '../preview/phone/PhonePreview.tsx'
import { useMiniProgram, useMpName } from '../preview/phone/useMiniProgram.ts'

/** Phone preview of a card, with the published configuration of the card page. */
export const CardPreview = ({ card }: { card: PreviewedCard }) => {
  const { card: page } = useMiniProgram()
  const { cardMenu = [] } = useSession().conf
  const title = useMpName()
  return (
    <PhonePreview
      lang={card.language}
      screen={look => cardScreen(title, { card, page, buttons: cardMenu, look })}
    />
  )
}
