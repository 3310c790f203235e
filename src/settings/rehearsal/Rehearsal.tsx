import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'

import { cards, cardContent } from '../../../resources/cards/index.ts'
import { articleContentFields, articles } from '../../../resources/articles/index.ts'
import { lawyers } from '../../../resources/lawyers/index.ts'
import type { Fields } from '../../../resources/kit/index.ts'
import { timestampText } from '../../fields/dates/dates.ts'
import { failureOf } from '../../form/saving/failure.ts'
import { useFormValues } from '../../form/useFormValues.ts'
import { useFormats } from '../../language/useLanguage.ts'
import { pathTo } from '../../routing/paths.ts'
import { useCall, useServedCall } from '../../session/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { rehearsedValues, type RehearsedPart } from './parts.ts'
import { type RehearsedEffect, effectSentence, limitSentences, type RehearsalAnswer } from './words.ts'

import './rehearsal.css'

const paths: Readonly<Record<string, string | undefined>> = {
  cards: cards.views.show!.path,
  articles: articles.views.show!.path,
  lawyers: lawyers.views.show!.path,
}

const fieldsOf: Readonly<Record<string, Fields | undefined>> = {
  cards: cardContent,
  articles: articleContentFields,
}

type ExampleProps = { type: RehearsedEffect['type']; example: RehearsedEffect['examples'][number] }

/** One record in question: its link, when and by whom, the fields, and a reason or quoted words. */
const Example = ({ type, example: { id, name, at, by, fields, text } }: ExampleProps) => {
  const translate = useTranslate()
  const formats = useFormats()
  const path = paths[type]
  const fieldLabels = fields.map(field => translate(fieldsOf[type]?.[field]?.label ?? field))
  return (
    <li>
      {path ? (
        <Link to={pathTo(path, id)} target="_blank" rel="noreferrer">
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi>{name}</bdi>
      )}
      <span className="caption">
        {timestampText(at, formats)}
        {by && <bdi>{by}</bdi>}
        {fieldLabels.length > 0 && <span>{fieldLabels.join(translate('、'))}</span>}
        {text && <q>{text}</q>}
      </span>
    </li>
  )
}

const EffectItem = ({ effect }: { effect: RehearsedEffect }) => {
  const translate = useTranslate()
  const sentence = effectSentence(effect, translate)
  if (!sentence) return null
  const { examples, type } = effect
  return (
    <li>
      <p>{sentence}</p>
      {examples.length > 0 && (
        <details>
          <summary>{translate('查看最近%{count}条', { count: examples.length })}</summary>
          <ul className="plain-list">
            {examples.map((example, index) => (
              <Example key={`${example.id} ${example.at} ${index}`} type={type} example={example} />
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

const ResultText = ({ result }: { result: RehearsalAnswer }) => {
  const translate = useTranslate()
  return (
    <>
      {result.effects.length === 0 ? (
        <p>{translate('按近 90 天的记录，没有变化。')}</p>
      ) : (
        <>
          <p>{translate('近 90 天里：')}</p>
          <ul className="plain-list rehearsal-effects">
            {result.effects.map(effect => (
              <EffectItem key={`${effect.effect} ${effect.type}`} effect={effect} />
            ))}
          </ul>
        </>
      )}
      <ul className="plain-list caption">
        {limitSentences(result, translate).map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  )
}

export type { RehearsedPart }
export type RehearsalProps = { part: RehearsedPart; fields: Fields }

/** Tells on request what the values in the form would have changed in the last 90 days. */
export const Rehearsal = ({ part, fields }: RehearsalProps) => {
  const translate = useTranslate()
  const titleId = useId()
  const name = `rehearsals.${part}` as const
  const isServed = useServedCall(name) !== null
  const values = rehearsedValues(part, fields, useFormValues())
  const [asked, setAsked] = useState<string | null>(null)
  const { data, error, fetchStatus, refetch } = useCall(name, asked === null ? null : { values: asked }, {
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
  if (!isServed) return null
  // Without a network it waits, and says so.
  const isWaiting = fetchStatus !== 'idle'
  const ask = () => {
    if (asked === values) void refetch()
    else setAsked(values)
  }
  const isOutdated = asked !== null && asked !== values
  return (
    <section className="form-section rehearsal" aria-labelledby={titleId}>
      <h2 id={titleId}>{translate('预演')}</h2>
      <p className="caption">
        {translate('保存前先看看：如果近 90 天用的是表单里的规则，哪些事会不一样。只查看，不保存。')}
      </p>
      <Button onClick={ask} disabled={isWaiting}>
        {translate('用近 90 天的记录预演')}
      </Button>
      <div role="status" aria-busy={isWaiting}>
        {isWaiting && <Spinner />}
        {!isWaiting && error && (
          <p className="field-error">
            {translate('没有预演：%{message}', { message: failureOf(error, translate).message })}
          </p>
        )}
        {!isWaiting && isOutdated && (data || error) && (
          <p className="note is-waiting">
            {translate('表单在预演后又有改动，下面的结果已过时，请重新预演。')}
          </p>
        )}
        {!isWaiting && !error && data && <ResultText result={data} />}
      </div>
      {data && (
        <p className="caption">
          {translate(
            '按现在的人员、职务、权限和分所模板推算；已删除的记录和被拒绝的修改不在其中。记录在新窗口打开。',
          )}
        </p>
      )}
    </section>
  )
}
