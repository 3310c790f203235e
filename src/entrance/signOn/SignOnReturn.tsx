import { useTranslate } from 'ra-core'
import { useEffect, useEffectEvent, useState } from 'react'

import { factorChallengeOf } from '../../../providers/challenge.ts'
import { CallError } from '../../../providers/envelope.ts'
import { contactsIn, type Contact } from '../../../providers/publicConf.ts'
import type { PendingFactor } from '../../../providers/secondFactor.ts'
import type { SignInResult } from '../../../providers/signIn.ts'
import { completeSignOn, type PendingSignOn, takePendingSignOn } from '../../../providers/signOn.ts'
import { takeSignOnReturn } from '../../../providers/signOnReturn.ts'
import { textAt, valueAt } from '../../../providers/answer.ts'
import type { Sentence } from '../../../resources/kit/translate.ts'
import { ContactRow } from '../Contacts.tsx'
import { signInErrorMessage } from '../signIn/errorMessage.ts'
import type { HashPageProps } from '../hashPages/hashPage.ts'
import { Heading } from '../Heading.tsx'
import { OutcomePage } from '../OutcomePage.tsx'

import '../hashPages/hashPage.css'

type Outcome =
  | { kind: 'failed'; sentence: Sentence }
  | { kind: 'unknown'; sentence: Sentence; identity: string; contacts: readonly Contact[] }

const failed = (sentence: Sentence): Outcome => ({ kind: 'failed', sentence })

const outcomeOf = (error: unknown): Outcome => {
  if (!(error instanceof CallError) || error.code !== '4001')
    return failed(translate => signInErrorMessage(error, true, translate))
  return {
    kind: 'unknown',
    sentence: translate => translate(error.message),
    identity: textAt(error.data, 'identity'),
    contacts: contactsIn(valueAt(error.data, 'contacts')),
  }
}

/** What the provider answered; an outcome if the sign-in cannot go on. */
const readReturn = (
  pending: PendingSignOn | null,
): Outcome | { pending: PendingSignOn; code: string; iss: string | null } => {
  const answer = takeSignOnReturn()
  if (!pending || answer?.get('state') !== pending.state)
    return failed(translate => translate('登录已过期或已使用，请重新登录'))
  const code = answer.get('code')
  if (code) return { pending, code, iss: answer.get('iss') }
  return failed(translate =>
    answer.get('error') === 'access_denied' || !answer.has('error')
      ? translate('您取消了登录，可以重试或改用其他方式登录')
      : translate('身份平台没有完成登录，请稍后重试或改用其他方式登录'),
  )
}

type Result = Outcome | { kind: 'signed'; signed: SignInResult } | { kind: 'factor'; asked: PendingFactor }

const completeReturn = async (): Promise<Result> => {
  const pending = takePendingSignOn()
  const answer = readReturn(pending)
  if ('kind' in answer) return answer
  try {
    return { kind: 'signed', signed: await completeSignOn(answer.pending, answer) }
  } catch (error) {
    const challenge = factorChallengeOf(error)
    if (!challenge) return outcomeOf(error)
    const { userType, isRemembered } = answer.pending
    return { kind: 'factor', asked: { ...challenge, userType, isRemembered, account: '' } }
  }
}

type UnknownProps = { outcome: Extract<Outcome, { kind: 'unknown' }> }

/** Whom to ask. */
const Unknown = ({ outcome: { sentence, identity, contacts } }: UnknownProps) => {
  const translate = useTranslate()
  return (
    <>
      <p>{sentence(translate)}</p>
      {identity && <p>{translate('您的身份：%{identity}', { identity })}</p>}
      <ul className="contacts">
        {contacts.map((contact, at) => (
          <ContactRow key={at} contact={contact} />
        ))}
        {contacts.length === 0 && <li>{translate('律所没有公开联系人，请到律所当面咨询')}</li>}
      </ul>
    </>
  )
}

/** The page to which an identity provider leads back: signs in, or says why that is not possible and whom to ask. */
export const SignOnReturn = ({ onSigned, onFactor, onLeave }: HashPageProps) => {
  const translate = useTranslate()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const show = useEffectEvent(async (result: Result) => {
    if (result.kind === 'signed') onSigned(result.signed)
    else if (result.kind === 'factor') await onFactor(result.asked)
    else setOutcome(result)
  })
  useEffect(() => void completeReturn().then(result => show(result)), [])
  if (!outcome)
    return (
      <section className="sign-in-form hash-page" aria-busy>
        <Heading>{translate('单点登录')}</Heading>
        <p role="status">{translate('正在登录...')}</p>
      </section>
    )
  return (
    <OutcomePage
      tone={outcome.kind === 'unknown' ? 'info' : 'bad'}
      title={outcome.kind === 'unknown' ? translate('没有对应的账号') : translate('登录失败')}
      action={{ label: translate('返回登录'), onClick: () => onLeave({}) }}
    >
      {outcome.kind === 'unknown' ? <Unknown outcome={outcome} /> : <p>{outcome.sentence(translate)}</p>}
    </OutcomePage>
  )
}
