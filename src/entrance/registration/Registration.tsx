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
import { type HashPageProps, openHashPage } from '../hashPages/hashPage.ts'
import { Heading, TextButton } from '../Heading.tsx'
import { OutcomePage } from '../OutcomePage.tsx'
import { ProveMobile } from '../factor/ProveMobile.tsx'
import { AccountStanding } from './AccountStanding.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { ProfileStep } from './ProfileStep.tsx'
import {
  parseApplication,
  forgetProgress,
  storeProgress,
  type RegistrationProgress,
  readProgress,
} from './progress.ts'

import '../hashPages/hashPage.css'

type Step =
  | { name: 'mobile'; mobile: string; initialFailure?: Sentence }
  | { name: 'profile'; progress: RegistrationProgress; offices: readonly Option[]; errors: FieldErrors }
  | { name: 'password'; progress: RegistrationProgress }
  | { name: 'standing'; mobile: string; ticket: string; standing: RegistrationState }
  | { name: 'sent'; mobile: string }

/** The first step. A refused applicant who has just signed in need not verify the mobile number again. */
const firstStep = ({ refused, account }: HashPageProps): Step =>
  refused?.ticket
    ? { name: 'standing', ...refused, standing: { ...refused, status: 2 } }
    : { name: 'mobile', mobile: readProgress()?.mobile ?? account }

const useRegistrationSteps = (props: HashPageProps) => {
  const [step, setStep] = useState(() => firstStep(props))
  const prove = (mobile: string, initialFailure?: Sentence) =>
    setStep({ name: 'mobile', mobile, ...(initialFailure && { initialFailure }) })
  const profile = async (progress: RegistrationProgress, errors: FieldErrors = {}) => {
    storeProgress(progress)
    const offices = await fetchOffices()
    setStep({ name: 'profile', progress, offices, errors })
  }
  /** Shows the profile step, or the step with the mobile number if the offices cannot be loaded. */
  const profileOrProve = (progress: RegistrationProgress, errors?: FieldErrors) =>
    void profile(progress, errors).catch(() => prove(progress.mobile))
  const resume = useEffectEvent(() => {
    const stored = readProgress()
    // After a reload, registration continues while the proof of the mobile number is valid.
    if (step.name !== 'mobile' || !stored?.ticket) return
    fetchOffices().then(
      offices => setStep({ name: 'profile', progress: stored, offices, errors: {} }),
      () => {},
    )
  })
  useEffect(() => resume(), [])
  return {
    step,
    prove,
    profileOrProve,
    /** Continues with a verified number: a new application, or the state of the existing account. */
    proved: async (mobile: string, ticket: string) => {
      const standing = await fetchRegistrationState({ mobile, ticket })
      if (standing) return setStep({ name: 'standing', mobile, ticket, standing })
      const stored = readProgress()
      const application = stored?.mobile === mobile ? stored.application : parseApplication(null)
      return profile({ mobile, ticket, application })
    },
    showPassword: (progress: RegistrationProgress) => {
      storeProgress(progress)
      setStep({ name: 'password', progress })
    },
    restartAfterExpiry: (mobile: string) =>
      prove(mobile, translate => translate('验证已过期，请重新验证手机号，已填写的资料会保留')),
    finish: async (mobile: string, status: number, password: string) => {
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

const ClosedPage = ({ onLeave }: Pick<HashPageProps, 'onLeave'>) => {
  const translate = useTranslate()
  return (
    <OutcomePage
      tone="info"
      title={translate('没有开放自主注册')}
      action={{ label: translate('返回登录'), onClick: () => onLeave({}) }}
    >
      {translate('律所只由管理员开通账号，请联系管理员。')}
    </OutcomePage>
  )
}

const SentPage = ({ onSignIn }: { onSignIn: () => void }) => {
  const translate = useTranslate()
  return (
    <OutcomePage
      tone="waiting"
      title={translate('已提交，等待审核')}
      action={{ label: translate('返回登录'), onClick: onSignIn }}
    >
      <p>{translate('管理员审核通过后，用手机号和刚设置的密码登录。')}</p>
      <p>{translate('如需查询进度，请在“注册律师账号”中再次验证手机号。')}</p>
    </OutcomePage>
  )
}

const Steps = (props: HashPageProps) => {
  const { options, onLeave } = props
  const { step, ...steps } = useRegistrationSteps(props)
  const askedFields = useMemo(() => readAskedRegisterFields(options.registerFields), [options.registerFields])
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
        asked={askedFields}
        onChange={application => storeProgress({ ...step.progress, application })}
        onDone={application => steps.showPassword({ ...step.progress, application })}
        onOtherMobile={() => steps.prove('')}
      />
    )
  if (step.name === 'password') {
    const { progress } = step
    return (
      <PasswordStep
        progress={progress}
        options={options}
        onRegistered={(status, password) => steps.finish(progress.mobile, status, password)}
        onWrong={errors => steps.profileOrProve(progress, errors)}
        onOverdue={() => steps.restartAfterExpiry(progress.mobile)}
        onBack={() => steps.profileOrProve(progress)}
      />
    )
  }
  if (step.name === 'sent') return <SentPage onSignIn={() => signInAs(step.mobile)} />
  const { mobile, ticket, standing } = step
  return (
    <AccountStanding
      mobile={mobile}
      standing={standing}
      onSignIn={() => signInAs(mobile)}
      onRecover={() => openHashPage('#recover')}
      onCorrect={() =>
        steps.profileOrProve({ mobile, ticket, application: parseApplication(standing.application) })
      }
    />
  )
}

/**
 * Registration: from a mobile number to an account that waits for approval, or to the correction of a refused
 * application.
 */
export const Registration = (props: HashPageProps) =>
  props.options.register ? <Steps {...props} /> : <ClosedPage onLeave={props.onLeave} />
