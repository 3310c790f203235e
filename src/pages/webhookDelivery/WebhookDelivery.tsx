import { useShowContext, useTranslate } from 'ra-core'
import { useEffect } from 'react'

import type { AnyRecord, OutputOf } from '../../../resources/kit/index.ts'
import type { Formats, Translate } from '../../../resources/kit/translate.ts'
import { webhookDeliveries as resource } from '../../../resources/webhooks.ts'
import { timestampText } from '../../fields/dates/dates.ts'
import { useActions } from '../../record/actions/useActions.tsx'
import { DetailActions } from '../../record/DetailActions.tsx'
import { RecordSections } from '../../record/ResourceShow.tsx'
import { ShowRecord } from '../../record/ShowRecord.tsx'
import { type Attempt, AttemptResult } from '../../record/webhooks/AttemptResult.tsx'
import { CopyButton } from '../../ui/secret/CopyButton.tsx'
import { useFormats } from '../../language/useLanguage.ts'
import { PageTitle } from '../../layout/pageSlots.tsx'

import './webhookDelivery.css'

type Delivery = OutputOf<typeof resource.calls.one> & AnyRecord

/** Milliseconds after which a delivery that is being sent is read again. */
const rereadMs = 2_000

/** What happens next, or how it ended. */
const outlook = ({ state, attempts, nextAt }: Delivery, formats: Formats, translate: Translate) => {
  if (state === 0) return translate('正在发送…')
  if (state === 3)
    return translate('第 %{count} 次失败，%{time} 重试', {
      count: attempts,
      time: nextAt ? timestampText(nextAt, formats) : '',
    })
  if (state === 2) return translate('尝试 %{count} 次后放弃，可以重新发送', { count: attempts })
  return null
}

const AttemptRow = ({ attempt }: { attempt: Attempt }) => {
  const translate = useTranslate()
  const formats = useFormats()
  return (
    <tr>
      <td data-label={translate('时间')}>{timestampText(attempt.at, formats)}</td>
      <td data-label={translate('结果')}>
        <AttemptResult attempt={attempt} />
      </td>
      <td data-label={translate('用时')}>{translate('%{ms} 毫秒', { ms: attempt.ms ?? 0 })}</td>
      <td data-label={translate('答复')}>
        {attempt.answer ? <code dir="ltr">{attempt.answer}</code> : <span className="cell-none">—</span>}
      </td>
    </tr>
  )
}

const AttemptTable = ({ attempts }: { attempts: readonly Attempt[] }) => {
  const translate = useTranslate()
  return (
    <table className="attempts">
      <thead>
        <tr>
          <th scope="col">{translate('时间')}</th>
          <th scope="col">{translate('结果')}</th>
          <th scope="col">{translate('用时')}</th>
          <th scope="col">{translate('答复')}</th>
        </tr>
      </thead>
      <tbody>
        {attempts.toReversed().map((attempt, index) => (
          <AttemptRow key={attempts.length - index} attempt={attempt} />
        ))}
      </tbody>
    </table>
  )
}

/** The JSON with line breaks; a text that is no JSON stays as it is. */
const readableJson = (text: string) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const Body = ({ text }: { text: string }) => {
  const translate = useTranslate()
  const label = translate('内容')
  return (
    <section className="show-section" aria-label={label}>
      <div className="part-head">
        <h2>{label}</h2>
        <CopyButton text={text} name={label} />
      </div>
      <pre className="code-block" dir="ltr">
        <code>{readableJson(text)}</code>
      </pre>
    </section>
  )
}

const DeliveryContent = () => {
  const translate = useTranslate()
  const formats = useFormats()
  const { record, refetch } = useShowContext<Delivery>()
  const { start, dialogs } = useActions(resource)
  const isSending = record?.state === 0
  useEffect(() => {
    if (!isSending) return
    const timer = setInterval(() => void refetch(), rereadMs)
    return () => clearInterval(timer)
  }, [isSending, refetch])
  if (!record) return null
  const attempts: readonly Attempt[] = Array.isArray(record.attemptLog) ? record.attemptLog : []
  const text = outlook(record, formats, translate)
  return (
    <>
      <PageTitle>{translate('%{label}：%{text}', { label: translate('推送'), text: record.name })}</PageTitle>
      <DetailActions resource={resource} onAct={start} />
      <div className="stack delivery">
        {text && (
          <p className={record.state === 2 ? 'note is-bad' : 'note is-waiting'} role="status">
            {text}
          </p>
        )}
        <RecordSections resource={resource} record={record} />
        <section className="show-section" aria-label={translate('各次尝试')}>
          <h2>{translate('各次尝试')}</h2>
          {attempts.length === 0 ? (
            <p className="secondary">{translate('还没有发送过')}</p>
          ) : (
            <AttemptTable attempts={attempts} />
          )}
        </section>
        <Body text={record.body} />
      </div>
      {dialogs}
    </>
  )
}

/** Page 推送详情: an event that was sent to a webhook, with each attempt and the JSON that was sent. */
export const WebhookDelivery = () => (
  <ShowRecord>
    <DeliveryContent />
  </ShowRecord>
)
