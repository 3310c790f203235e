import { useTranslate } from 'ra-core'

import type { ServedCall } from '../../../providers/call.ts'
import { type OwnCard, useConfirmCard } from '../../card/useOwnCards.ts'
import { useServedCall } from '../../session/useCall.ts'
import { Chip } from '../../ui/Chip.tsx'
import { cardName } from './cardName.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'

type Props = { card: OwnCard; confirmCall: ServedCall<'cards.confirm'> }

const ConfirmRequest = ({ card, confirmCall }: Props) => {
  const translate = useTranslate()
  const { mutate, isPending } = useConfirmCard(confirmCall)
  const name = cardName(card, translate)
  return (
    <section
      className="panel is-state cluster banner is-waiting"
      aria-label={translate('请确认%{card}', { card: name })}
      aria-busy={isPending}
    >
      <div className="cluster banner-text">
        <Chip tone="waiting">{translate('待确认')}</Chip>
        <div>
          {translate('律所请您核对已发布的%{card}：电话、职位、专业领域等是否仍然准确？', { card: name })}
        </div>
      </div>
      <div className="cluster">
        <ButtonLink to={`/app/user/card?language=${card.language}`}>{translate('有变化，去修改')}</ButtonLink>
        <Button look="primary" disabled={isPending} onClick={() => mutate(card)}>
          {translate('确认无误')}
        </Button>
      </div>
    </section>
  )
}

/** Asks the lawyer to confirm the published card, where the firm has asked for it and he has not answered. */
export const ConfirmBanner = ({ card }: { card: OwnCard }) => {
  const confirmCall = useServedCall('cards.confirm')
  return confirmCall && card.confirmState === 1 ? (
    <ConfirmRequest card={card} confirmCall={confirmCall} />
  ) : null
}
