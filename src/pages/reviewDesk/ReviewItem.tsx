import { useTranslate } from 'ra-core'

import { useCall } from '../../../providers/useCall.ts'
import { useRecordForPage } from '../../../providers/useRecordForPage.ts'
import { articleResourceOfKind } from '../../../resources/articles/index.ts'
import { cards } from '../../../resources/cards/index.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import { lawyers } from '../../../resources/lawyers/index.ts'
import { useRights } from '../../shell/useRights.ts'
import { type Card, useCard } from '../../card/useCard.ts'
import { useCardFields } from '../../preview/useCardFields.ts'
import { useAddition } from '../../shell/sessionContext.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import { useArticle } from '../../review/useArticle.ts'
import { articleSubject } from './articleSubject.ts'
import { cardSubject, type Other } from './cardSubject.ts'
import { type PaneProps, SubjectPane } from './SubjectPane.tsx'
import { registrationSubject } from './registrationSubject.ts'
import type { QueueRow } from './subject.ts'

type Applicant = OutputOf<(typeof lawyers.calls)['lawyerInfo']>
type Props = Omit<PaneProps, 'subject'>

/** The person's other card, where this one's language is known. */
const useOther = ({ id, lawyerId }: QueueRow): Other | null => {
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
  const other = useOther(props.row)
  const { can } = useRights()
  const readings = { own: useCardFields(card.language), other: useCardFields(other?.language) }
  const subject = cardSubject(card, other, readings, can(cards, 'adminAuditCard', card), translate)
  return <SubjectPane {...props} subject={subject} />
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
          subject={articleSubject(
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
  // A back-end that knows no queue knows nothing of corrections with an approval either, and would lose them.
  const isServed = useAddition('reviews.queue') !== null
  const query = useRecordForPage<Applicant>('lawyers', id, { refetchOnWindowFocus: false })
  return (
    <Loaded query={query}>
      {applicant => (
        <SubjectPane
          {...props}
          subject={registrationSubject(applicant, isServed && can(lawyers, 'update', applicant), translate)}
        />
      )}
    </Loaded>
  )
}

const items = { registration: RegistrationItem, card: CardItem, article: ArticleItem }

export const ReviewItem = (props: Props) => {
  const Kind = items[props.row.kind]
  return <Kind {...props} />
}
