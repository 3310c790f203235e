import { useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'

import { errorSentence } from '../../../providers/envelope.ts'
import { cards } from '../../../resources/cards/index.ts'
import { Cell } from '../../fields/kinds.tsx'
import { useFormats } from '../../language/useLanguage.ts'
import type { HeldMandate } from '../../card/mandates/mandateContext.ts'
import { fieldNames } from '../../card/mandates/fieldNames.ts'
import { Loaded } from '../../states/Loaded.tsx'
import { selfKey, useSession } from '../../session/sessionContext.ts'
import { useCall, useServedCall } from '../../session/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'

type Props = { mandate: HeldMandate; onEnd: (() => void) | null }

const MandatePanel = ({ mandate, onEnd }: Props) => {
  const translate = useTranslate()
  const formats = useFormats()
  const { lawyerId, lawyerName, officeName, fields, startOn, endOn, state, cards: cardsOfLawyer } = mandate
  const days = { from: formats.day(startOn), until: formats.day(endOn) }
  return (
    <section className="panel" aria-label={lawyerName}>
      <h2 className="section-title">
        {lawyerName} <small className="caption">{officeName}</small>
      </h2>
      <p className="caption">{translate('%{from}至%{until}，到期自动结束', days)}</p>
      <p>{translate('代办字段：%{fields}', { fields: fieldNames(fields, translate) })}</p>
      {state === 2 && <Chip tone="info">{translate('未开始')}</Chip>}
      {state === 1 && cardsOfLawyer.length === 0 && (
        <p className="secondary">{translate('还没有名片，请由%{name}本人新建。', { name: lawyerName })}</p>
      )}
      <ul className="plain-list lined">
        {cardsOfLawyer.map(card => (
          <li key={card.id} className="cluster">
            <Link to={`/app/user/mandate/card?lawyer=${lawyerId}&language=${card.language}`}>
              {card.language === 'EN' ? translate('维护英文名片') : translate('维护中文名片')}
            </Link>
            <Cell field={cards.fields.auditStatus} value={card.auditStatus} record={card} />
            {card.isAsked === 1 && <Chip tone="waiting">{translate('有问题待答复')}</Chip>}
          </li>
        ))}
      </ul>
      {onEnd && (
        <div>
          <Button
            look="quiet"
            onClick={onEnd}
            aria-label={translate('结束代办：%{name}', { name: lawyerName })}
          >
            {translate('结束代办')}
          </Button>
        </div>
      )}
    </section>
  )
}

/** Page 代办名片: the cards that the user maintains in their owners' place. */
export const HeldMandates = () => {
  const translate = useTranslate()
  const notify = useNotify()
  const client = useQueryClient()
  const { self } = useSession()
  const endCall = useServedCall('mandates.end')
  const query = useCall('mandates.held', {}, { staleTime: 0 })
  const end = (id: number) => async () => {
    try {
      if (endCall) await endCall({ id })
      notify(translate('代办已结束'), { type: 'success' })
    } catch (error) {
      notify(errorSentence(error, translate), { type: 'error' })
    }
    await client.invalidateQueries({ queryKey: ['mandates'] })
    await client.invalidateQueries({ queryKey: selfKey })
  }
  return (
    <Loaded query={query}>
      {held => (
        <div className="stack">
          {held.length === 0 && (
            <p className="note">
              {translate('您目前没有代办的名片。律师在“我的名片”指定您为代办人后，名片会出现在这里。')}
            </p>
          )}
          {held.map(mandate => (
            <MandatePanel
              key={mandate.id}
              mandate={mandate}
              onEnd={endCall && !self.view ? () => void end(mandate.id)() : null}
            />
          ))}
        </div>
      )}
    </Loaded>
  )
}
