import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'

import { firmDay } from '../../../resources/kit/firmTime.ts'
import { useServedCall } from '../../session/useCall.ts'
import type { OwnCard } from '../../card/useOwnCards.ts'

const dayMs = 86_400_000

type Props = { card: OwnCard | null; day: string; onChange: (day: string) => void }

/** The day from which the lawyer wants a change of the published card to hold; the reviewer decides. */
export const ProposedDay = ({ card, day, onChange }: Props) => {
  const translate = useTranslate()
  const id = useId()
  const [tomorrow] = useState(() => firmDay(Date.now() + dayMs))
  const isServed = useServedCall('cards.unschedule') !== null
  const isReviewed = Object.values(card?.policy ?? {}).includes('review')
  if (!isServed || !isReviewed || !card?.published || card.effectiveAt || card.auditStatus === 1) return null
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {translate('希望生效日期（选填）')}
      </label>
      <p className="field-hint" id={`${id}-hint`}>
        {translate('例如晋升自1月1日起生效：提交后由审核人确定，当天0:00自动发布。')}
      </p>
      <input
        id={id}
        type="date"
        className="control"
        aria-describedby={`${id}-hint`}
        min={tomorrow}
        value={day}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
