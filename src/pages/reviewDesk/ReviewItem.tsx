import { useTranslate } from 'ra-core'

import { useRecordForPage } from '../../../providers/useRecordForPage.ts'
import { articleResourceOfKind } from '../../../resources/articles/index.ts'
import { cards } from '../../../resources/cards/index.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import { lawyers } from '../../../resources/lawyers/index.ts'
import { useCall, useServedCall } from '../../session/useCall.ts'
import { useRights } from '../../session/useRights.ts'
import { CardReveal } from '../../card/CardReveal.tsx'
import { type Card, useCard } from '../../card/useCard.ts'
import { useCardFields } from '../../preview/phone/useCardFields.ts'
import { Loaded } from '../../states/Loaded.tsx'
import { useArticle } from '../../review/useArticle.ts'
import { articleReviewSubject } from './subjects/articleSubject.ts'
import { cardReviewSubject, type OtherCard } from './subjects/cardSubject.ts'
import { type PaneProps, SubjectPane } from './SubjectPane.tsx'
import { registrationReviewSubject } from './subjects/registrationSubject.ts'
import { ProposalItem } from './proposals/ProposalItem.tsx'
import type { QueueRow } from './subjects/subject.ts'

type Applicant = OutputOf<(typeof lawyers.calls)['lawyerInfo']>
type Props = Omit<PaneProps, 'subject'>

/** The person's card in the other language, if there is one. */
const useOtherCard = ({ id, lawyerId }: QueueRow): OtherCard | null => {
  const { data } = useCall('cards.cardInfoByLawyer', lawyerId === null ? null : { lawyerId }, {
    staleTime: 0,
  })
  const others = (['CN', 'EN'] as const).flatMap(language => {
    const card = data?.[language]
    return card && card.id !== id ? { language, card } : []
  })
  return others[0] ?? null
}

const CardPane = ({ card, ...props }: Props & { card: Card }) => {
  const translate = useTranslate()
  const other = useOtherCard(props.row)
  const { can } = useRights()
  const fieldsOfCards = { own: useCardFields(card.language), other: useCardFields(other?.language) }
  const isSchedulable = useServedCall('cards.unschedule') !== null
  const { schedule, ...subject } = cardReviewSubject(
    card,
    other,
    fieldsOfCards,
    can(cards, 'adminAuditCard', card),
    translate,
  )
  return (
    <CardReveal>
      <SubjectPane {...props} subject={{ ...subject, ...(isSchedulable && { schedule }) }} />
    </CardReveal>
  )
}

const CardItem = (props: Props) => (
  <Loaded query={useCard(props.row.id)}>{card => <CardPane {...props} card={card} />}</Loaded>
)

const ArticleItem = (props: Props) => {
  const translate = useTranslate()
  const { can } = useRights()
  return (
    <Loaded query={useArticle(props.row.id)}>
      {article => (
        <SubjectPane
          {...props}
          subject={articleReviewSubject(
            article,
            can(articleResourceOfKind(article.kind), 'update', { ...article }),
            translate,
          )}
        />
      )}
    </Loaded>
  )
}

const RegistrationItem = (props: Props) => {
  const translate = useTranslate()
  const { id } = props.row
  const { can } = useRights()
  // Another back-end without a queue does not support corrections with an approval either, and would lose them.
  const isServed = useServedCall('reviews.queue') !== null
  const query = useRecordForPage<Applicant>('lawyers', id, { refetchOnWindowFocus: false })
  return (
    <Loaded query={query}>
      {applicant => (
        <SubjectPane
          {...props}
          subject={registrationReviewSubject(
            applicant,
            isServed && can(lawyers, 'update', applicant),
            translate,
          )}
        />
      )}
    </Loaded>
  )
}

const itemOfKind = {
  registration: RegistrationItem,
  card: CardItem,
  article: ArticleItem,
  proposal: ProposalItem,
}

export const ReviewItem = (props: Props) => {
  const Item = itemOfKind[props.row.kind]
  return <Item {...props} />
}
