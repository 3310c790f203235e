import { useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'

import { errorSentence } from '../../../providers/envelope.ts'
import { firmDay } from '../../../resources/kit/firmTime.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import { reviews } from '../../../resources/reviews.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Button } from '../../ui/Button.tsx'
import { useFormats } from '../../language/useLanguage.ts'
import { selfKey, useSession } from '../../session/sessionContext.ts'
import { ErrorState } from '../../states/states.tsx'
import { useCall, useServedCall } from '../../session/useCall.ts'
import { useRights } from '../../session/useRights.ts'
import { SubstituteDialog } from './SubstituteDialog.tsx'

type Period = OutputOf<(typeof reviews.calls)['substitutes']>[number]

const PeriodLine = ({ period, onEnd }: { period: Period; onEnd: (() => void) | null }) => {
  const translate = useTranslate()
  const formats = useFormats()
  const { isOwn, name, startAt, endAt, isActive } = period
  const days = {
    from: formats.day(firmDay(new Date(startAt))),
    // The period ends with the last day.
    until: formats.day(firmDay(new Date(endAt).getTime() - 1)),
  }
  return (
    <li className="device">
      <div>
        <p className="cluster">
          {isOwn ? translate('您代%{name}审核名片', { name }) : translate('%{name}代您审核名片', { name })}
          {isActive === 1 ? (
            <Chip tone="good">{translate('进行中')}</Chip>
          ) : (
            <Chip tone="faint">{translate('未开始')}</Chip>
          )}
        </p>
        <p className="caption">{translate('%{from}至%{until}，到期自动结束', days)}</p>
      </div>
      {onEnd && (
        <Button look="quiet" aria-label={translate('结束与%{name}的代审', { name })} onClick={onEnd}>
          {translate('结束@substitution')}
        </Button>
      )}
    </li>
  )
}

/** Who reviews cards in place of the user, and for whom the user does. */
export const Substitutes = () => {
  const translate = useTranslate()
  const notify = useNotify()
  const client = useQueryClient()
  const { self } = useSession()
  const { can } = useRights()
  const [isNaming, setNaming] = useState(false)
  const endCall = useServedCall('reviews.endSubstitute')
  const query = useCall('reviews.substitutes', {}, { staleTime: 0 })
  const mayName = self.capabilities.includes('card.audit') && can(reviews, 'nameSubstitute') && !self.view
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: ['reviews'] })
    await client.invalidateQueries({ queryKey: selfKey })
  }
  const end = (id: number) => async () => {
    try {
      if (endCall) await endCall({ id })
      notify(translate('代审已结束'), { type: 'success' })
    } catch (error) {
      notify(errorSentence(error, translate), { type: 'error' })
    }
    await refresh()
  }
  if (query.isError && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const periods = query.data ?? []
  if (!mayName && periods.length === 0) return null
  return (
    <section className="panel" aria-label={translate('名片代审')}>
      <h2 className="section-title">{translate('名片代审')}</h2>
      <p className="field-hint">
        {translate(
          '休假期间可以请另一位管理员代您审核名片：权限与您当时相同，只在这段时间有效，日志会写明两人。',
        )}
      </p>
      {periods.length > 0 && (
        <ul className="plain-list lined devices">
          {periods.map(period => (
            <PeriodLine
              key={period.id}
              period={period}
              onEnd={endCall && !self.view ? () => void end(period.id)() : null}
            />
          ))}
        </ul>
      )}
      {mayName && <Button onClick={() => setNaming(true)}>{translate('指定代审人')}</Button>}
      {isNaming && (
        <SubstituteDialog
          onClose={() => setNaming(false)}
          onSaved={async () => {
            setNaming(false)
            notify(translate('已指定代审人'), { type: 'success' })
            await refresh()
          }}
        />
      )}
    </section>
  )
}
