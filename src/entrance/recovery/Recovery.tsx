import { useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'

import type { AccountOwner } from '../../../providers/recovery.ts'
import type { Sentence } from '../../../resources/kit/translate.ts'
import type { HashPageProps } from '../hashPages.tsx'
import { Heading, TextButton } from '../Heading.tsx'
import { ProveMobile } from '../ProveMobile.tsx'
import { AnswerStep } from './AnswerStep.tsx'
import { NewPasswordStep } from './NewPasswordStep.tsx'
import { PopulationField } from './PopulationField.tsx'
import { type Asked, QuestionStep } from './QuestionStep.tsx'

import '../hashPage.css'

type Step =
  | { name: 'sms'; initialFailure?: Sentence }
  | { name: 'newPassword'; ticket: string }
  | { name: 'question' }
  | { name: 'answer'; asked: Asked }

type Go = (next: Step, known?: Partial<AccountOwner>) => void

type ByProps = HashPageProps & {
  owner: AccountOwner
  go: Go
  /** The choice of whose password it is. */
  whose: ReactNode
  initialFailure?: Sentence | undefined
}

const Leave = ({ onLeave }: Pick<HashPageProps, 'onLeave'>) => {
  const translate = useTranslate()
  return <TextButton onClick={() => onLeave({})}>{translate('返回登录')}</TextButton>
}

const BySms = ({ owner, go, whose, initialFailure, options, onLeave }: ByProps) => {
  const translate = useTranslate()
  return (
    <section className="sign-in-form hash-page">
      <Heading step={[1, 2]}>{translate('找回密码')}</Heading>
      <ProveMobile
        scene="forgot"
        mobile={owner.account}
        initialFailure={initialFailure}
        onProved={async (mobile, ticket) => go({ name: 'newPassword', ticket }, { account: mobile })}
        ways={readMobile => (
          <>
            <Leave onLeave={onLeave} />
            {options.questionRecovery && (
              <TextButton
                onClick={() => go({ name: 'question' }, { account: readMobile() || owner.account })}
              >
                {translate('用密保问题找回')}
              </TextButton>
            )}
          </>
        )}
      >
        {whose}
      </ProveMobile>
    </section>
  )
}

const ByQuestion = ({ owner, go, whose, onLeave }: ByProps) => {
  const translate = useTranslate()
  return (
    <QuestionStep
      owner={owner}
      onAsked={(asker, asked) => go({ name: 'answer', asked }, asker)}
      ways={readAccount => (
        <>
          <TextButton onClick={() => go({ name: 'sms' }, { account: readAccount() })}>
            {translate('用短信验证码找回')}
          </TextButton>
          <Leave onLeave={onLeave} />
        </>
      )}
    >
      {whose}
    </QuestionStep>
  )
}

/** 找回密码: by a code to the mobile; by the security question where the firm offers it. What was chosen goes along. */
export const Recovery = (props: HashPageProps) => {
  const { population, account } = props
  const [owner, setOwner] = useState<AccountOwner>({ userType: population, account })
  const [step, setStep] = useState<Step>({ name: 'sms' })
  const go: Go = (next, known = {}) => {
    setOwner(before => ({ ...before, ...known }))
    setStep(next)
  }
  const whose = (
    <PopulationField
      value={owner.userType}
      onChange={userType => setOwner(before => ({ ...before, userType }))}
    />
  )
  const by = { ...props, owner, go, whose }
  if (step.name === 'sms') return <BySms {...by} initialFailure={step.initialFailure} />
  if (step.name === 'question') return <ByQuestion {...by} />
  if (step.name === 'answer')
    return <AnswerStep {...props} owner={owner} asked={step.asked} onBack={() => go({ name: 'question' })} />
  return (
    <NewPasswordStep
      {...props}
      owner={owner}
      ticket={step.ticket}
      onOverdue={initialFailure => go({ name: 'sms', initialFailure })}
    />
  )
}
