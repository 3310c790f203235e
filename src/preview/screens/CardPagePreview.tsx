import { useSession } from '../../session/sessionContext.ts'
import { PhonePreview } from '../phone/PhonePreview.tsx'
import { officialAccountAt, useMpName, useOfficialAccount } from '../phone/useMiniProgram.ts'
import { useSampleCard } from '../phone/useSampleCard.ts'
import { type Samples, useSamples } from '../phone/useSamples.ts'
import { type CardPage, cardScreen } from './MiniCard.tsx'

/** The samples with the people of one office before the others. */
const fromOffice = (samples: Samples, organizationId: number): Samples => ({
  ...samples,
  people: [
    ...samples.people.filter(it => it.organizationId === organizationId),
    ...samples.people.filter(it => it.organizationId !== organizationId),
  ],
})

type Props = {
  page: CardPage
  /** The preview shows a person of this office if there is one. */
  organizationId?: number
}

/** Phone preview of a card page that is being edited, with a card of the firm. */
export const CardPagePreview = ({ page, organizationId }: Props) => {
  const all = useSamples()
  const samples = organizationId === undefined ? all : fromOffice(all, organizationId)
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
