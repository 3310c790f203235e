import { useTranslate } from 'ra-core'
import { useState } from 'react'

import type { PendingFactor } from '../../../providers/secondFactor.ts'
import type { SignInResult } from '../../../providers/signIn.ts'
import type { Sentence } from '../../../resources/kit/translate.ts'
import { type FactorKind, FactorInput, useFactorForm } from './FactorInput.tsx'
import { Heading, TextButton } from '../Heading.tsx'
import { StepForm } from '../StepForm.tsx'
import { usePasskeySignIn } from '../signIn/usePasskeySignIn.ts'

import '../hashPages/hashPage.css'

type Props = {
  asked: PendingFactor
  onSigned: (signed: SignInResult) => void
  onLeave: (sentence?: Sentence) => void
}

const CodeForm = ({ kind, asked, onSigned, onLeave }: Props & { kind: FactorKind }) => {
  const translate = useTranslate()
  const form = useFactorForm({ kind, asked, onSigned, onOver: onLeave })
  return (
    <StepForm form={form} label={form.isSubmitting ? translate('正在登录...') : translate('登录')}>
      <FactorInput kind={kind} />
    </StepForm>
  )
}

/** The second step by passkey, beside the code or in its place. */
const PasskeyButton = ({ asked, onSigned }: Pick<Props, 'asked' | 'onSigned'>) => {
  const translate = useTranslate()
  const [problem, setProblem] = useState<Sentence | null>(null)
  const passkey = usePasskeySignIn({ onSigned, showProblem: sentence => setProblem(() => sentence) })
  return (
    <>
      {!asked.hasApp && <p>{translate('律所要求您再用通行密钥验证身份。')}</p>}
      <p className="error" role="alert">
        {problem?.(translate)}
      </p>
      <button
        type="button"
        className={asked.hasApp ? 'other-way' : 'primary'}
        aria-disabled={passkey.isBusy}
        onClick={() => void passkey.start(asked)}
      >
        {translate('使用通行密钥登录')}
      </button>
    </>
  )
}

/** Second step of signing in: a code of the authenticator app, a recovery code or a passkey. */
export const FactorStep = (props: Props) => {
  const translate = useTranslate()
  const [kind, setKind] = useState<FactorKind>('app')
  const { hasApp, hasPasskey } = props.asked
  return (
    <section className="sign-in-form hash-page">
      <Heading step={[2, 2]}>{translate('两步验证')}</Heading>
      {hasApp && <CodeForm key={kind} kind={kind} {...props} />}
      {hasPasskey && <PasskeyButton {...props} />}
      <p className="between ways">
        <TextButton onClick={() => props.onLeave()}>{translate('返回登录')}</TextButton>
        {hasApp && (
          <TextButton onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}>
            {kind === 'app' ? translate('使用恢复码') : translate('使用验证码')}
          </TextButton>
        )}
      </p>
    </section>
  )
}
