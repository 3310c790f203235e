import { RecordContextProvider, useTranslate } from 'ra-core'
import { useNavigate, useParams } from 'react-router-dom'

import { isBlank } from '../../../resources/domain/sameness.ts'
import { cardFields, cards } from '../../../resources/cards/index.ts'
import type { AnyRecord, AnyEntity, Fields } from '../../../resources/kit/index.ts'
import { useActions } from '../../record/actions/useActions.tsx'
import { useRights } from '../../shell/useRights.ts'
import { CardPreview } from '../../card/CardPreview.tsx'
import { CardOutput } from '../../card/output/CardOutput.tsx'
import { fieldLabel } from '../../card/fieldLabel.ts'
import { LanguageSwitch } from '../../card/LanguageSwitch.tsx'
import { Chip } from '../../fields/cells.tsx'
import { timestampText } from '../../fields/dates.ts'
import { Cell } from '../../fields/kinds.tsx'
import { IgnorableFindings } from '../../review/findings/IgnorableFindings.tsx'
import { useIgnoreCardFinding } from '../../review/findings/useIgnoring.ts'
import { ButtonLink } from '../../shell/Button.tsx'
import { PageActions, PageState, PageTitle } from '../../shell/pageSlots.tsx'
import { pathTo } from '../../shell/paths.ts'
import { DetailActions } from '../../record/DetailActions.tsx'
import { RecordSections } from '../../record/ResourceShow.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { useFormats } from '../../shell/language/useLanguage.ts'
import { CardHistory } from './CardHistory.tsx'
import { Review } from './Review.tsx'
import { type Card, useCard } from '../../card/useCard.ts'
import { useCardFields } from '../../preview/useCardFields.ts'

import './cardDetail.css'

// The review has the verdicts, with what goes with them: corrections and reasons at the fields.
const { approve: _approve, reject: _reject, ...actions } = cards.actions
const withoutVerdicts: AnyEntity = { ...cards, actions }

const { auditStatus, publishState, language } = cards.fields

const States = ({ card }: { card: Card }) => {
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

/** Who did the last step, and why. */
const Note = ({ card }: { card: Card }) => {
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
              {translate('%{label}：%{text}', { label: translate(fieldLabel(field)), text: reason })}
            </li>
          ))}
        </ul>
      </div>
    )
  return null
}

/** The sections of the form with what is filled in, and those of the declaration. */
const sectionsOf = (card: Card, fields: Fields): AnyEntity => {
  const values: Readonly<Record<string, unknown>> = card
  const filled = Object.entries(cards.form)
    .map(([title, names]) => [title, names.filter(name => !isBlank(values[name]))] as const)
    .filter(([, names]) => names.length > 0)
  return { ...cards, fields, show: { ...Object.fromEntries(filled), ...cards.show } }
}

/** The whole card, where nothing waits for a decision. */
const Whole = ({ card }: { card: Card }) => {
  const translate = useTranslate()
  const record: AnyRecord = { ...card }
  const fields = useCardFields(card.language)
  const differs = cardFields.filter(name => card.changedFields.includes(name))
  return (
    <>
      {card.published && differs.length > 0 && (
        <p className="lead">
          <Chip tone="faint">{translate('未提交的修改')}</Chip>{' '}
          {differs.map(name => translate(cards.fields[name].label)).join(translate('、'))}
        </p>
      )}
      <RecordSections resource={sectionsOf(card, fields)} record={record} />
    </>
  )
}

const Page = ({ card }: { card: Card }) => {
  const translate = useTranslate()
  const record: AnyRecord = { ...card }
  const navigate = useNavigate()
  const ignoreOf = useIgnoreCardFinding()
  const { can, mayEdit } = useRights()
  const isWaiting = card.auditStatus === 1
  const { start, dialogs } = useActions(withoutVerdicts, (_, { name }) => {
    if (name === 'remove') void navigate(cards.views.list!.path)
  })
  const edit = cards.views.edit!
  return (
    <RecordContextProvider value={record}>
      <PageTitle>{card.name}</PageTitle>
      <States card={card} />
      <PageActions>
        {mayEdit(cards, card) && (
          <ButtonLink look={isWaiting ? undefined : 'primary'} to={edit.path.replace(':id', String(card.id))}>
            {translate('编辑')}
          </ButtonLink>
        )}
      </PageActions>
      <DetailActions resource={withoutVerdicts} onAct={start} />
      <LanguageSwitch card={card} onOpen={id => void navigate(pathTo(cards.views.show!.path, id))} />
      <div className="stack card-detail">
        <div>
          <Note card={card} />
          <IgnorableFindings findings={card.findings} labelOf={fieldLabel} ignore={ignoreOf(card)} />
          {isWaiting ? (
            // Corrections belong to this state of the card: another one starts without them.
            <Review key={card.version} card={card} mayJudge={can(cards, 'adminAuditCard', card)} />
          ) : (
            <Whole card={card} />
          )}
        </div>
        <div className="stack">
          <CardPreview card={card} />
          <CardOutput card={card} />
          <CardHistory id={card.id} version={card.version} isWaiting={isWaiting} />
        </div>
      </div>
      {dialogs}
    </RecordContextProvider>
  )
}

/** 名片详情: the card, and where it waits the review of what changed. */
export const CardDetail = () => {
  const id = Number(useParams().id)
  return <Loaded query={useCard(id)}>{card => <Page card={card} />}</Loaded>
}
