import { useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'

import { errorSentence } from '../../../providers/envelope.ts'
import { mandates } from '../../../resources/cards/mandates.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import { Cell } from '../../fields/kinds.tsx'
import { useFormats } from '../../language/useLanguage.ts'
import { lazyComponent } from '../../loading/lazyComponent.tsx'
import { useSession } from '../../session/sessionContext.ts'
import { useCall, useServedCall } from '../../session/useCall.ts'
import { ErrorState } from '../../states/states.tsx'
import { Button } from '../../ui/Button.tsx'
import { fieldNames } from './fieldNames.ts'

// Brings react-hook-form.
const GrantDialog = lazyComponent(() => import('./GrantDialog.tsx').then(it => it.GrantDialog))

type Mandate = OutputOf<(typeof mandates.calls)['given']>[number]

const MandateLine = ({ mandate, onEnd }: { mandate: Mandate; onEnd: (() => void) | null }) => {
  const translate = useTranslate()
  const formats = useFormats()
  const { assistantName: name, assistantOffice, fields, startOn, endOn, state, endedBy } = mandate
  const isOpen = state === 1 || state === 2 || state === 5
  return (
    <li className="device">
      <div>
        <p className="cluster">
          {name} {assistantOffice && <small className="caption">{assistantOffice}</small>}
          <Cell field={mandates.fields.state} value={state} record={mandate} />
        </p>
        <p className="caption">
          {translate('%{from}至%{until}', { from: formats.day(startOn), until: formats.day(endOn) })}
          {endedBy && ` · ${translate('由%{name}提前结束', { name: endedBy })}`}
        </p>
        <p className="caption">
          {translate('代办字段：%{fields}', { fields: fieldNames(fields, translate) })}
        </p>
      </div>
      {isOpen && onEnd && (
        <Button look="quiet" aria-label={translate('结束代办：%{name}', { name })} onClick={onEnd}>
          {translate('结束代办')}
        </Button>
      )}
    </li>
  )
}

type LinesProps = { given: readonly Mandate[]; end: ((id: number) => () => Promise<void>) | null }

const MandateLines = ({ given, end }: LinesProps) => (
  <ul className="plain-list lined devices">
    {given.map(mandate => (
      <MandateLine key={mandate.id} mandate={mandate} onEnd={end && (() => void end(mandate.id)())} />
    ))}
  </ul>
)

/**
 * The mandates that a lawyer has given. The lawyer names assistants and ends mandates; an administrator who manages the person
 * sees them and may end them.
 */
export const GivenMandates = ({ lawyerId }: { lawyerId?: number }) => {
  const translate = useTranslate()
  const notify = useNotify()
  const client = useQueryClient()
  const { self } = useSession()
  const [isNaming, setNaming] = useState(false)
  const endCall = useServedCall('mandates.end')
  const query = useCall('mandates.given', lawyerId === undefined ? {} : { lawyerId }, { staleTime: 0 })
  const refresh = () => client.invalidateQueries({ queryKey: ['mandates'] })
  const mayName = lawyerId === undefined && self.capabilities.includes('mandate.grant') && !self.view
  const mayEnd = endCall !== null && self.capabilities.includes('mandate.end') && !self.view
  const end = (id: number) => async () => {
    try {
      if (endCall) await endCall({ id })
      notify(translate('代办已结束'), { type: 'success' })
    } catch (error) {
      notify(errorSentence(error, translate), { type: 'error' })
    }
    await refresh()
  }
  if (query.isError && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const given = query.data ?? []
  if (!mayName && given.length === 0) return null
  return (
    <section className="panel" aria-label={translate('名片代办')}>
      <h2 className="section-title">{translate('名片代办')}</h2>
      <p className="field-hint">
        {translate(
          '代办人用自己的账号登录，只能修改所选字段、提交审核和答复审核人，不能审核这张名片，也看不到密码、手机号等个人信息。日志和历史会写明两人。',
        )}
      </p>
      {given.length > 0 && <MandateLines given={given} end={mayEnd ? end : null} />}
      {mayName && (
        <div>
          <Button onClick={() => setNaming(true)}>{translate('指定代办人')}</Button>
        </div>
      )}
      {isNaming && (
        <GrantDialog
          onClose={() => setNaming(false)}
          onSaved={async () => {
            setNaming(false)
            notify(translate('已指定代办人'), { type: 'success' })
            await refresh()
          }}
        />
      )}
    </section>
  )
}
