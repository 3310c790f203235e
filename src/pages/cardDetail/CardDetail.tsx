import { ProposalNote } from '../../form/saving/ProposalNote.tsx'
import { RecordContextProvider, useTranslate } from 'ra-core'
import { useNavigate, useParams } from 'react-router-dom'

import { isBlank } from '../../../resources/domain/sameness.ts'
import { cardFields, cards } from '../../../resources/cards/index.ts'
import type { AnyRecord, AnyEntity, Fields } from '../../../resources/kit/index.ts'
import { useActions } from '../../record/actions/useActions.tsx'
import { useRights } from '../../session/useRights.ts'
import { CardReveal } from '../../card/CardReveal.tsx'
import { CardPreview } from '../../card/CardPreview.tsx'
import { CardOutput } from '../../card/output/CardOutput.tsx'
import { CardVisits } from '../../card/visits/CardVisits.tsx'
import { LanguageGaps } from '../../card/languages/LanguageGaps.tsx'
import { MisfitNote } from '../../card/MisfitNote.tsx'
import { MachineNote } from '../../card/MachineNote.tsx'
import { ScheduledNote } from '../../card/ScheduledNote.tsx'
import { cardFieldLabel } from '../../card/fieldLabel.ts'
import { LanguageSwitch } from '../../card/languages/LanguageSwitch.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { timestampText } from '../../fields/dates/dates.ts'
import { Cell } from '../../fields/kinds.tsx'
import { IgnorableFindings } from '../../review/findings/IgnorableFindings.tsx'
import { useIgnoreCardFinding } from '../../review/findings/useIgnoring.ts'
import { changedCardFields } from '../../review/card.ts'
import { CardConversation } from '../../review/questions/CardConversation.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { PageActions, PageState, PageTitle } from '../../layout/pageSlots.tsx'
import { pathTo } from '../../routing/paths.ts'
import { DetailActions } from '../../record/DetailActions.tsx'
import { RecordSections } from '../../record/ResourceShow.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import { useFormats } from '../../language/useLanguage.ts'
import { PreviewLinks } from '../../review/PreviewLinks.tsx'
import { RecordTimeline } from '../../record/timeline/RecordTimeline.tsx'
import { CardHistory } from './CardHistory.tsx'
import { Review } from './Review.tsx'
import { type Card, useCard } from '../../card/useCard.ts'
import { useCardFields } from '../../preview/phone/useCardFields.ts'

import './cardDetail.css'

// Approving and rejecting are part of the review below, together with corrections and reasons.
const { approve: _approve, reject: _reject, ...actions } = cards.actions
const cardsWithoutVerdicts: AnyEntity = { ...cards, actions }

const { auditStatus, publishState, language } = cards.fields

const CardStates = ({ card }: { card: Card }) => {
  const record: AnyRecord = { ...card }
  return (
    <PageState>
      <span className="cluster">
        <Cell field={auditStatus} value={card.auditStatus} record={record} />
        {card.publishState !== 0 && <Cell field={publishState} value={card.publishState} record={record} />}
        <Cell field={language} value={card.language} record={record} />
      </span>
    </PageState>
  )
}

/** Who submitted or rejected the card, when and why. */
const StatusNote = ({ card }: { card: Card }) => {
  const formats = useFormats()

  const translate = useTranslate()
  const { auditStatus: status, submittedAt, auditedAt, auditedBy, auditReason, auditItems } = card
  if (status === 1 && submittedAt)
    return (
      <p className="lead">
        {translate('%{lawyerName}于 %{timestampText} 提交', {
          lawyerName: card.lawyerName,
          timestampText: timestampText(submittedAt, formats),
        })}
      </p>
    )
  if (status === 3)
    return (
      <div className="note is-bad">
        <p>
          {translate('%{auditedBy}于 %{timestampText} 驳回：%{auditReason}', {
            auditedBy,
            timestampText: timestampText(auditedAt ?? '', formats),
            auditReason,
          })}
        </p>
        <ul>
          {auditItems?.map(({ field, reason }) => (
            <li key={field}>
              {translate('%{label}：%{text}', { label: translate(cardFieldLabel(field)), text: reason })}
            </li>
          ))}
        </ul>
      </div>
    )
  return null
}

/** The resource with the form's sections, reduced to filled-in fields, as sections to show. */
const withFilledSections = (card: Card, fields: Fields): AnyEntity => {
  const values: Readonly<Record<string, unknown>> = card
  const filled = Object.entries(cards.form)
    .map(([title, names]) => [title, names.filter(name => !isBlank(values[name]))] as const)
    .filter(([, names]) => names.length > 0)
  return { ...cards, fields, show: { ...Object.fromEntries(filled), ...cards.show } }
}

/** All fields of a card that does not wait for a decision. */
const UnreviewedCard = ({ card }: { card: Card }) => {
  const translate = useTranslate()
  const record: AnyRecord = { ...card }
  const fields = useCardFields(card.language)
  const changedNames = cardFields.filter(name => card.changedFields.includes(name))
  return (
    <>
      {card.published && changedNames.length > 0 && (
        <p className="lead">
          <Chip tone="faint">{translate('未提交的修改')}</Chip>{' '}
          {changedNames.map(name => translate(cards.fields[name].label)).join(translate('、'))}
        </p>
      )}
      <RecordSections resource={withFilledSections(card, fields)} record={record} />
    </>
  )
}

const CardTimeline = ({ card }: { card: Card }) => {
  const translate = useTranslate()
  const isWaiting = card.auditStatus === 1
  const consequence = translate('已发布的名片随即改为恢复的内容，现有内容仍留在历史中。')
  return (
    <RecordTimeline
      type="cards"
      id={card.id}
      restoring={isWaiting ? null : { resource: cards.name, consequence }}
      fallback={<CardHistory id={card.id} version={card.version} isWaiting={isWaiting} />}
    />
  )
}

/** The card as visitors see it, what is made of it, and its history. */
const BesideCard = ({ card }: { card: Card }) => (
  <div className="stack">
    <CardPreview card={card} />
    <CardOutput card={card} />
    <PreviewLinks subject={{ cardId: card.id }} />
    {card.published && <CardVisits id={card.id} />}
    <CardTimeline card={card} />
  </div>
)

const CardPage = ({ card }: { card: Card }) => {
  const translate = useTranslate()
  const record: AnyRecord = { ...card }
  const navigate = useNavigate()
  const ignoreOf = useIgnoreCardFinding()
  const { can, mayEdit } = useRights()
  const isWaiting = card.auditStatus === 1
  const { start, dialogs } = useActions(cardsWithoutVerdicts, (_, { name }) => {
    if (name === 'remove') void navigate(cards.views.list!.path)
  })
  return (
    <RecordContextProvider value={record}>
      <PageTitle>{card.name}</PageTitle>
      <CardStates card={card} />
      <ProposalNote resource={cards.name} id={card.id} />
      <PageActions>
        {mayEdit(cards, card) && (
          <ButtonLink look={isWaiting ? undefined : 'primary'} to={pathTo(cards.views.edit!.path, card.id)}>
            {translate('编辑')}
          </ButtonLink>
        )}
      </PageActions>
      <DetailActions resource={cardsWithoutVerdicts} onAct={start} />
      <LanguageSwitch card={card} onOpen={id => void navigate(pathTo(cards.views.show!.path, id))} />
      <div className="stack card-detail">
        <div>
          <StatusNote card={card} />
          <MisfitNote card={card} />
          <MachineNote card={card} />
          <LanguageGaps card={card} mayConfirm={mayEdit(cards, card)} />
          <ScheduledNote card={card} mayWithdraw={can(cards, 'unschedule', card)} />
          <IgnorableFindings findings={card.findings} labelOf={cardFieldLabel} ignore={ignoreOf(card)} />
          {isWaiting ? (
            // The key discards corrections when the card has a new version.
            <Review key={card.version} card={card} mayJudge={can(cards, 'adminAuditCard', card)} />
          ) : (
            <UnreviewedCard card={card} />
          )}
          {can(cards, 'ask', card) && (
            <CardConversation
              cardId={card.id}
              fields={
                isWaiting
                  ? changedCardFields(card).map(name => ({ name, label: cardFieldLabel(name) }))
                  : null
              }
            />
          )}
        </div>
        <BesideCard card={card} />
      </div>
      {dialogs}
    </RecordContextProvider>
  )
}

/** Page 名片详情: a card, with its review if it waits for one. */
export const CardDetail = () => {
  const id = Number(useParams().id)
  return (
    <Loaded query={useCard(id)}>
      {card => (
        <CardReveal>
          <CardPage card={card} />
        </CardReveal>
      )}
    </Loaded>
  )
}
