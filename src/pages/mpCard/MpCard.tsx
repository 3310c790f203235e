import { mpCard } from '../../../resources/settings/mpCard.ts'
import { mpInitial } from '../../../resources/settings/mpInitial.ts'
import { useSession } from '../../session/sessionContext.ts'
import { type CardPage, cardScreen } from '../../preview/screens/MiniCard.tsx'
import { PhonePreview } from '../../preview/phone/PhonePreview.tsx'
import { officialAccountAt, useMpName, useOfficialAccount } from '../../preview/phone/useMiniProgram.ts'
import { useSampleCard } from '../../preview/phone/useSampleCard.ts'
import { useSamples } from '../../preview/phone/useSamples.ts'
import { MiniProgramPart } from '../../settings/MiniProgramPart.tsx'

const CardPagePreview = ({ page }: { page: CardPage }) => {
  const samples = useSamples()
  const card = useSampleCard(samples, 'CN')
  const account = useOfficialAccount()
  const name = useMpName()
  const { cardMenu = [] } = useSession().conf
  const articles = samples.articles.filter(({ lawyerIds }) =>
    samples.people.some(it => lawyerIds?.includes(it.lawyerId)),
  )
  return (
    <PhonePreview
      screen={look =>
        cardScreen(name, {
          card: { ...card, language: look.language },
          page,
          buttons: cardMenu,
          articles,
          official: officialAccountAt(account, 'card', look),
          look,
        })
      }
    />
  )
}

const renderPreview = (values: Readonly<Record<string, unknown>>) => <CardPagePreview page={values} />

/** Page 名片页: the layout of all cards, and which fields lawyers may change. */
export const MpCard = () => (
  <MiniProgramPart part="card" {...mpCard} {...mpInitial.card} preview={renderPreview} />
)
