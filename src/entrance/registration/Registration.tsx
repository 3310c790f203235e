import { useTranslate } from 'ra-core'
import { type ComponentProps, useEffect, useEffectEvent, useMemo, useState } from 'react'

import {
  fetchOffices,
  fetchRegistrationState,
  type RegistrationState,
} from '../../../providers/registration.ts'
import { login } from '../../../providers/signIn.ts'
import { readAskedRegisterFields } from '../../../resources/domain/applicant.ts'
import type { FieldErrors } from '../../../resources/domain/codes.ts'
import { lawyerPopulation } from '../../../resources/domain/role.ts'
import type { Option } from '../../../resources/kit/index.ts'
import type { Sentence } from '../../../resources/kit/translate.ts'
import { type HashPageProps, openHashPage } from '../hashPages.tsx'
import { Heading, TextButton } from '../Heading.tsx'
import { Outcome } from '../Outcome.tsx'
import { ProveMobile } from '../ProveMobile.tsx'
import { AccountStanding } from './AccountStanding.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { ProfileStep } from './ProfileStep.tsx'
import { applicationOf, forgetProgress, keepProgress, type Progress, readProgress } from './progress.ts'

import '../hashPage.css'

type Step =
  | { name: 'mobile'; mobile: string; initialFailure?: Sentence }
  | { name: 'profile'; progress: Progress; offices: readonly Option[]; errors: FieldErrors }
  | { name: 'password'; progress: Progress }
  | { name: 'standing'; mobile: string; ticket: string; standing: RegistrationState }
  | { name: 'sent'; mobile: string }

/** The step to begin with: a refused applicant who has just signed in need not prove the number again. */
const firstStep = ({ refused, account }: HashPageProps): Step =>
  refused?.ticket
    ? { name: 'standing', ...refused, standing: { ...refused, status: 2 } }
    : { name: 'mobile', mobile: readProgress()?.mobile ?? account }

const useSteps = (props: HashPageProps) => {
  const [step, setStep] = useState(() => firstStep(props))
  const prove = (mobile: string, initialFailure?: Sentence) =>
    setStep({ name: 'mobile', mobile, ...(initialFailure && { initialFailure }) })
  const profile = async (progress: Progress, errors: FieldErrors = {}) => {
    keepProgress(progress)
    const offices = await fetchOffices()
    setStep({ name: 'profile', progress, offices, errors })
  }
  /** Returns to the step with the number when the offices cannot be fetched. */
  const profileOrProve = (progress: Progress, errors?: FieldErrors) =>
    void profile(progress, errors).catch(() => prove(progress.mobile))
  const resume = useEffectEvent(() => {
    const kept = readProgress()
    // Loaded again in the midst of it: the step goes on while its proof is good.
    if (step.name !== 'mobile' || !kept?.ticket) return
    fetchOffices().then(
      offices => setStep({ name: 'profile', progress: kept, offices, errors: {} }),
      () => {},
    )
  })
  useEffect(() => resume(), [])
  return {
    step,
    prove,
    profileOrProve,
    /** What a proved number leads to: a new application, or how the one that there is stands. */
    proved: async (mobile: string, ticket: string) => {
      const standing = await fetchRegistrationState({ mobile, ticket })
      if (standing) return setStep({ name: 'standing', mobile, ticket, standing })
      const kept = readProgress()
      const application = kept?.mobile === mobile ? kept.application : applicationOf(null)
      return profile({ mobile, ticket, application })
    },
    secure: (progress: Progress) => {
      keepProgress(progress)
      setStep({ name: 'password', progress })
    },
    overdue: (mobile: string) =>
      prove(mobile, translate => translate('验证已过期，请重新验证手机号，已填写的资料会保留')),
    registered: async (mobile: string, status: number, password: string) => {
      forgetProgress()
      if (status !== 1) return setStep({ name: 'sent', mobile })
      props.onSigned(
        await login({ userType: lawyerPopulation, account: mobile, password, isRemembered: false }),
      )
    },
  }
}

type MobileProps = Pick<ComponentProps<typeof ProveMobile>, 'mobile' | 'onProved'> & {
  initialFailure?: Sentence
  onSignIn: () => void
}

const MobileStep = ({ mobile, initialFailure, onProved, onSignIn }: MobileProps) => {
  const translate = useTranslate()
  return (
    <section className="sign-in-form hash-page">
      <Heading step={[1, 3]}>{translate('注册律师账号')}</Heading>
      <ProveMobile
        scene="register"
        mobile={mobile}
        initialFailure={initialFailure}
        onProved={onProved}
        ways={() => <TextButton onClick={onSignIn}>{translate('已有账号，去登录')}</TextButton>}
      />
    </section>
  )
}

const Closed = ({ onLeave }: Pick<HashPageProps, 'onLeave'>) => {
  const translate = useTranslate()
  return (
    <Outcome
      tone="info"
      title={translate('没有开放自主注册')}
      action={{ label: translate('返回登录'), onClick: () => onLeave({}) }}
    >
      {translate('律所只由管理员开通账号，请联系管理员。')}
    </Outcome>
  )
}

const Sent = ({ onSignIn }: { onSignIn: () => void }) => {
  const translate = useTranslate()
  return (
    <Outcome
      tone="waiting"
      title={translate('已提交，等待审核')}
      action={{ label: translate('返回登录'), onClick: onSignIn }}
    >
      <p>{translate('管理员审核通过后，用手机号和刚设置的密码登录。')}</p>
      <p>{translate('想知道进度时，在“注册律师账号”里再次验证手机号即可。')}</p>
    </Outcome>
  )
}

const Steps = (props: HashPageProps) => {
  const { options, onLeave } = props
  const { step, ...steps } = useSteps(props)
  const asked = useMemo(() => readAskedRegisterFields(options.registerFields), [options.registerFields])
  const signInAs = (mobile: string) => onLeave({ userType: lawyerPopulation, account: mobile })
  if (step.name === 'mobile')
    return (
      <MobileStep
        {...step}
        onProved={steps.proved}
        onSignIn={() => onLeave({ userType: lawyerPopulation })}
      />
    )
  if (step.name === 'profile')
    return (
      <ProfileStep
        {...step}
        asked={asked}
        onChange={application => keepProgress({ ...step.progress, application })}
        onDone={application => steps.secure({ ...step.progress, application })}
        onOtherMobile={() => steps.prove('')}
      />
    )
  if (step.name === 'password') {
    const { progress } = step
    return (
      <PasswordStep
        progress={progress}
        options={options}
        onRegistered={(status, password) => steps.registered(progress.mobile, status, password)}
        onWrong={errors => steps.profileOrProve(progress, errors)}
        onOverdue={() => steps.overdue(progress.mobile)}
        onBack={() => steps.profileOrProve(progress)}
      />
    )
  }
  if (step.name === 'sent') return <Sent onSignIn={() => signInAs(step.mobile)} />
  const { mobile, ticket, standing } = step
  return (
    <AccountStanding
      mobile={mobile}
      standing={standing}
      onSignIn={() => signInAs(mobile)}
      onRecover={() => openHashPage('#recover')}
      onCorrect={() =>
        steps.profileOrProve({ mobile, ticket, application: applicationOf(standing.application) })
      }
    />
  )
}

/** 注册: from a mobile number to an account that waits for approval, or to a correction of a refused one. */
export const Registration = (props: HashPageProps) =>
  props.options.register ? <Steps {...props} /> : <Closed onLeave={props.onLeave} />
