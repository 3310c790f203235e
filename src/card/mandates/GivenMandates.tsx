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
const ChangeDialog = lazyComponent(() => import('./ChangeDialog.tsx').then(it => it.ChangeDialog))

type Mandate = OutputOf<(typeof mandates.calls)['given']>[number]

type LineProps = { mandate: Mandate; onChange: (() => void) | null; onEnd: (() => void) | null }

const MandateLine = ({ mandate, onChange, onEnd }: LineProps) => {
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
      {isOpen && (
        <div className="cluster">
          {onChange && (
            <Button look="quiet" aria-label={translate('修改代办：%{name}', { name })} onClick={onChange}>
              {translate('修改')}
            </Button>
          )}
          {onEnd && (
            <Button look="quiet" aria-label={translate('结束代办：%{name}', { name })} onClick={onEnd}>
              {translate('结束代办')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

type LinesProps = {
  given: readonly Mandate[]
  change: ((mandate: Mandate) => void) | null
  end: ((id: number) => () => Promise<void>) | null
}

const MandateLines = ({ given, change, end }: LinesProps) => (
  <ul className="plain-list lined devices">
    {given.map(mandate => (
      <MandateLine
        key={mandate.id}
        mandate={mandate}
        onChange={change && (() => change(mandate))}
        onEnd={end && (() => void end(mandate.id)())}
      />
    ))}
  </ul>
)

type DialogsProps = { shown: Mandate | 'new' | null; onClose: () => void; refresh: () => Promise<void> }

const Dialogs = ({ shown, onClose, refresh }: DialogsProps) => {
  const translate = useTranslate()
  const notify = useNotify()
  if (shown === null) return null
  const saved = (sentence: string) => async () => {
    onClose()
    notify(sentence, { type: 'success' })
    await refresh()
  }
  if (shown === 'new') return <GrantDialog onClose={onClose} onSaved={saved(translate('已指定代办人'))} />
  return <ChangeDialog mandate={shown} onClose={onClose} onSaved={saved(translate('代办已修改'))} />
}

/**
 * The mandates that a lawyer has given. The lawyer names assistants, changes mandates and ends them; an administrator who
 * manages the person sees them and may end them.
 */
export const GivenMandates = ({ lawyerId }: { lawyerId?: number }) => {
  const translate = useTranslate()
  const notify = useNotify()
  const client = useQueryClient()
  const { self } = useSession()
  const [shown, setShown] = useState<Mandate | 'new' | null>(null)
  const endCall = useServedCall('mandates.end')
  const changeCall = useServedCall('mandates.change')
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
      {given.length > 0 && (
        <MandateLines
          given={given}
          change={mayName && changeCall ? setShown : null}
          end={mayEnd ? end : null}
        />
      )}
      {mayName && (
        <div>
          <Button onClick={() => setShown('new')}>{translate('指定代办人')}</Button>
        </div>
      )}
      <Dialogs shown={shown} onClose={() => setShown(null)} refresh={refresh} />
    </section>
  )
}
