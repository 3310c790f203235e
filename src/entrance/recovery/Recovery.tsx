import { useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'

import type { AccountOwner } from '../../../providers/recovery.ts'
import type { Sentence } from '../../../resources/kit/translate.ts'
import type { HashPageProps } from '../hashPages/hashPage.ts'
import { Heading, TextButton } from '../Heading.tsx'
import { ProveMobile } from '../factor/ProveMobile.tsx'
import { AnswerStep } from './AnswerStep.tsx'
import { NewPasswordStep } from './NewPasswordStep.tsx'
import { PopulationField } from './PopulationField.tsx'
import { type AskedQuestion, QuestionStep } from './QuestionStep.tsx'

import '../hashPages/hashPage.css'

type Step =
  | { name: 'sms'; initialFailure?: Sentence }
  | { name: 'newPassword'; ticket: string }
  | { name: 'question' }
  | { name: 'answer'; asked: AskedQuestion }

type GoToStep = (next: Step, known?: Partial<AccountOwner>) => void

type RecoveryProps = HashPageProps & {
  owner: AccountOwner
  goTo: GoToStep
  /** Control that selects the population. */
  populationField: ReactNode
  initialFailure?: Sentence | undefined
}

const BackToSignIn = ({ onLeave }: Pick<HashPageProps, 'onLeave'>) => {
  const translate = useTranslate()
  return <TextButton onClick={() => onLeave({})}>{translate('返回登录')}</TextButton>
}

const SmsRecovery = ({ owner, goTo, populationField, initialFailure, options, onLeave }: RecoveryProps) => {
  const translate = useTranslate()
  return (
    <section className="sign-in-form hash-page">
      <Heading step={[1, 2]}>{translate('找回密码')}</Heading>
      <ProveMobile
        scene="forgot"
        mobile={owner.account}
        initialFailure={initialFailure}
        onProved={async (mobile, ticket) => goTo({ name: 'newPassword', ticket }, { account: mobile })}
        ways={readMobile => (
          <>
            <BackToSignIn onLeave={onLeave} />
            {options.questionRecovery && (
              <TextButton
                onClick={() => goTo({ name: 'question' }, { account: readMobile() || owner.account })}
              >
                {translate('用密保问题找回')}
              </TextButton>
            )}
          </>
        )}
      >
        {populationField}
      </ProveMobile>
    </section>
  )
}

const QuestionRecovery = ({ owner, goTo, populationField, onLeave }: RecoveryProps) => {
  const translate = useTranslate()
  return (
    <QuestionStep
      owner={owner}
      onAsked={(asker, asked) => goTo({ name: 'answer', asked }, asker)}
      ways={readAccount => (
        <>
          <TextButton onClick={() => goTo({ name: 'sms' }, { account: readAccount() })}>
            {translate('用短信验证码找回')}
          </TextButton>
          <BackToSignIn onLeave={onLeave} />
        </>
      )}
    >
      {populationField}
    </QuestionStep>
  )
}

/** Recovery of a password, by SMS code or by security question. Switching between the methods keeps the account. */
export const Recovery = (props: HashPageProps) => {
  const { population, account } = props
  const [owner, setOwner] = useState<AccountOwner>({ userType: population, account })
  const [step, setStep] = useState<Step>({ name: 'sms' })
  const goTo: GoToStep = (next, known = {}) => {
    setOwner(before => ({ ...before, ...known }))
    setStep(next)
  }
  const populationField = (
    <PopulationField
      value={owner.userType}
      onChange={userType => setOwner(before => ({ ...before, userType }))}
    />
  )
  const stepProps = { ...props, owner, goTo, populationField }
  if (step.name === 'sms') return <SmsRecovery {...stepProps} initialFailure={step.initialFailure} />
  if (step.name === 'question') return <QuestionRecovery {...stepProps} />
  if (step.name === 'answer')
    return (
      <AnswerStep {...props} owner={owner} asked={step.asked} onBack={() => goTo({ name: 'question' })} />
    )
  return (
    <NewPasswordStep
      {...props}
      owner={owner}
      ticket={step.ticket}
      onOverdue={initialFailure => goTo({ name: 'sms', initialFailure })}
    />
  )
}
