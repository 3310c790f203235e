import { useTranslate } from 'ra-core'
import { memo } from 'react'

import { type CardField, cards } from '../../../resources/cards/index.ts'
import { cardFieldLabel } from '../../card/fieldLabel.ts'
import { MisfitNote } from '../../card/MisfitNote.tsx'
import { type OwnCard, useWithdrawCard } from '../../card/useOwnCards.ts'
import { Chip } from '../../ui/Chip.tsx'
import { timestampText } from '../../fields/dates/dates.ts'
import { Findings } from '../../review/findings/Findings.tsx'
import { Button } from '../../ui/Button.tsx'
import { useFormats } from '../../language/useLanguage.ts'

const WaitingNote = ({ card }: { card: OwnCard }) => {
  const formats = useFormats()

  const translate = useTranslate()
  const { mutate, isPending } = useWithdrawCard()
  return (
    <div className="note is-waiting cluster own-card-state">
      <p>
        <Chip tone="waiting">{translate('审核中')}</Chip>{' '}
        {translate('%{when} 提交，审核期间不能修改。', {
          when: timestampText(card.submittedAt ?? '', formats),
        })}
      </p>
      <Button disabled={isPending} onClick={() => mutate(card)}>
        {isPending ? translate('撤回中…') : translate('撤回')}
      </Button>
    </div>
  )
}

type Props = {
  card: OwnCard | null
  /** Fields that the firm requires. */
  needed: readonly CardField[]
}

const StateNote = ({ card, needed }: Props) => {
  const translate = useTranslate()
  if (card?.auditStatus === 1) return <WaitingNote card={card} />
  if (card?.auditStatus === 3)
    return (
      <p className="note is-bad">
        <Chip tone="bad">{translate('已驳回')}</Chip> {card.auditReason}
      </p>
    )
  const labels = needed.map(name => translate(cards.fields[name].label)).join(translate('、'))
  if (!card?.published)
    return <p className="lead">{translate('可以随时保存。提交审核前需填写：%{labels}。', { labels })}</p>
  const isReviewed = Object.values(card.policy).includes('review')
  return (
    <p className="lead">
      {isReviewed
        ? translate('修改提交后由管理员审核，通过前小程序仍显示已发布的内容。')
        : translate('本所名片无需审核，保存后立即发布。')}
    </p>
  )
}

/** State of the card, and findings in its text. */
export const CardFormState = memo(function CardFormState({ card, needed }: Props) {
  return (
    <>
      <StateNote card={card} needed={needed} />
      {card && <MisfitNote card={card} />}
      <Findings findings={card?.findings} labelOf={cardFieldLabel} />
    </>
  )
})
