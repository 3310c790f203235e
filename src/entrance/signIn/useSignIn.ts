import { type RefObject, useRef, useState } from 'react'

import {
  factorChallengeOf,
  type RefusedApplication,
  refusedApplicationOf,
  wantsCaptcha,
} from '../../../providers/challenge.ts'
import { CallError } from '../../../providers/envelope.ts'
import type { LoginOptions } from '../../../providers/publicConf.ts'
import type { PendingFactor } from '../../../providers/secondFactor.ts'
import { type Credentials, login, type SignInResult } from '../../../providers/signIn.ts'
import type { Population } from '../../../resources/domain/role.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { signInErrorMessage } from './errorMessage.ts'
import { useMethod } from './storedChoices.ts'
import { type Problem, useCredentials } from './useCredentials.ts'

const wrongCodeMessage = '短信验证码错误或已过期，请核对后重新输入'

export type RefusedSignIn = RefusedApplication & { mobile: string }

type Options = {
  form: RefObject<HTMLFormElement | null>
  population: Population
  options: LoginOptions | null
  showProblem: (problem: Problem | null) => void
  onSigned: (signed: SignInResult) => void
  onRefused: (refused: RefusedSignIn | null) => void
  /** Shows the second step in place of the form. */
  onFactor: (asked: PendingFactor) => Promise<void>
}

/** Signs in with the values of the form, and reports errors. */
export const useSignIn = ({ form, population, options, showProblem, ...on }: Options) => {
  const { onSigned, onRefused, onFactor } = on
  const { method, chooseOther } = useMethod(population, options)
  const { read, setCodeError, ...credentials } = useCredentials({ form, population, method, showProblem })
  const { captcha } = credentials
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)

  const refuse = async (error: unknown, { account, userType, isRemembered }: Credentials) => {
    const challenge = factorChallengeOf(error)
    if (challenge) return onFactor({ ...challenge, account, userType, isRemembered })
    if (method === 'sms' && error instanceof CallError && error.code === '4002')
      return setCodeError(wrongCodeMessage)
    const hadCaptcha = captcha.isShown
    const sentence = (translate: Translate) => signInErrorMessage(error, hadCaptcha, translate)
    const application = refusedApplicationOf(error)
    onRefused(application && { ...application, mobile: account })
    if (application) return showProblem({ sentence, isCorrectable: true })
    const needsCaptcha = wantsCaptcha(error)
    // A new captcha is loaded first, so that the message appears together with it.
    if (needsCaptcha || hadCaptcha) await captcha.renew().catch(() => {})
    showProblem({ sentence })
    if (needsCaptcha) captcha.focus()
  }
  const submit = async () => {
    if (isSending.current) return
    const credentialsToSend = read()
    if (!credentialsToSend) return
    showProblem(null)
    isSending.current = true
    setBusy(true)
    try {
      onSigned(await login(credentialsToSend))
    } catch (error) {
      await refuse(error, credentialsToSend)
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }
  const switchMethod = () => {
    captcha.hide()
    showProblem(null)
    chooseOther?.()
  }
  return {
    ...credentials,
    method,
    isBusy,
    submit,
    /** Switches to the other sign-in method; null if there is none. */
    chooseOther: chooseOther && switchMethod,
    onCaptchaFailure: (error: unknown) =>
      showProblem({ sentence: translate => signInErrorMessage(error, true, translate) }),
  }
}
