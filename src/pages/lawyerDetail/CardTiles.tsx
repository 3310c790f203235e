import { useTranslate } from 'ra-core'

import { cards } from '../../../resources/cards/index.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import type { CardLanguage, OwnCards } from '../../card/useOwnCards.ts'
import { timestampText } from '../../fields/dates/dates.ts'
import { Cell } from '../../fields/kinds.tsx'
import { RecordPart } from '../../record/RecordPart.tsx'
import { IntentLink } from '../../routing/IntentLink.tsx'
import { useFormats } from '../../language/useLanguage.ts'
import { pathTo } from '../../routing/paths.ts'
import { useCall } from '../../session/useCall.ts'
import { useRights } from '../../session/useRights.ts'
import type { PersonRecord } from './missingData.ts'

const { auditStatus, publishState } = cards.fields
const { show, create } = cards.views

const CardSummary = ({ card }: { card: NonNullable<OwnCards[CardLanguage]> }) => {
  const translate = useTranslate()
  const formats = useFormats()
  const record: AnyRecord = { ...card }
  return (
    <>
      <p className="cluster">
        <Cell field={auditStatus} value={card.auditStatus} record={record} />
        {card.publishState !== 0 && <Cell field={publishState} value={card.publishState} record={record} />}
      </p>
      <p className="secondary">{translate('完整度 %{completeness}%', { completeness: card.completeness })}</p>
      {card.updatedAt && (
        <p className="caption">
          {translate('%{timestampText} 更新', { timestampText: timestampText(card.updatedAt, formats) })}
        </p>
      )}
    </>
  )
}

/** Link that creates a card, for people who work at the firm. */
const MissingCard = ({ person, language }: { person: PersonRecord; language: CardLanguage }) => {
  const translate = useTranslate()
  const { mayOpen } = useRights()
  return (
    <>
      <p className="secondary">{translate('未创建')}</p>
      {person.status === 1 && mayOpen(create) && (
        <IntentLink to={`${create!.path}?lawyerId=${person.id}&language=${language}`}>
          {translate('新建名片')}
        </IntentLink>
      )}
    </>
  )
}

/** State and completeness of a person's two cards, with links to them. */
export const CardTiles = ({ person }: { person: PersonRecord }) => {
  const translate = useTranslate()
  const { mayOpen } = useRights()
  const query = useCall('cards.cardInfoByLawyer', { lawyerId: person.id }, { staleTime: 0 })
  const tileOf = (language: CardLanguage, title: string) => {
    const id = query.data?.[language]?.id
    const to = show && id !== undefined && mayOpen(show) ? pathTo(show.path, id) : undefined
    return (
      <RecordPart title={title} query={query} more={to ? { to, label: translate('查看') } : undefined}>
        {data => {
          const card = data[language]
          return card ? <CardSummary card={card} /> : <MissingCard person={person} language={language} />
        }}
      </RecordPart>
    )
  }
  return (
    <div className="record-tiles">
      {tileOf('CN', translate('中文名片'))}
      {tileOf('EN', translate('英文名片'))}
    </div>
  )
}
