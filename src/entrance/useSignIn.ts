import { type RefObject, useRef, useState } from 'react'

import {
  factorChallengeOf,
  type RefusedApplication,
  refusedApplicationOf,
  wantsCaptcha,
} from '../../providers/challenge.ts'
import { CallError } from '../../providers/envelope.ts'
import type { LoginOptions } from '../../providers/publicConf.ts'
import type { PendingFactor } from '../../providers/secondFactor.ts'
import { type Credentials, login, type SignInResult } from '../../providers/signIn.ts'
import type { Population } from '../../resources/domain/role.ts'
import type { Translate } from '../../resources/kit/translate.ts'
import { signInErrorMessage } from './errorMessage.ts'
import { useMethod } from './storedChoices.ts'
import { type Problem, useCredentials } from './useCredentials.ts'

const wrongCode = '短信验证码错误或已过期，请核对后重新输入'

export type Refused = RefusedApplication & { mobile: string }

type Options = {
  form: RefObject<HTMLFormElement | null>
  population: Population
  options: LoginOptions | null
  tell: (problem: Problem | null) => void
  onSigned: (signed: SignInResult) => void
  onRefused: (refused: Refused | null) => void
  /** Shows the second step in place of the form. */
  onFactor: (asked: PendingFactor) => Promise<void>
}

/** Signs in with what stands in the form, and says why it was refused. */
export const useSignIn = ({ form, population, options, tell, onSigned, onRefused, onFactor }: Options) => {
  const { method, chooseOther } = useMethod(population, options)
  const { read, setCodeError, ...credentials } = useCredentials({ form, population, method, tell })
  const { captcha } = credentials
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)

  const refuse = async (error: unknown, { account, userType, isRemembered }: Credentials) => {
    const challenge = factorChallengeOf(error)
    if (challenge) return onFactor({ challenge, account, userType, isRemembered })
    if (method === 'sms' && error instanceof CallError && error.code === '4002')
      return setCodeError(wrongCode)
    const wasAsked = captcha.isShown
    const sentence = (translate: Translate) => signInErrorMessage(error, wasAsked, translate)
    const application = refusedApplicationOf(error)
    onRefused(application && { ...application, mobile: account })
    if (application) return tell({ sentence, isCorrectable: true })
    const isWanted = wantsCaptcha(error)
    // What is said of the last picture stands beside the next one.
    if (isWanted || wasAsked) await captcha.renew().catch(() => {})
    tell({ sentence })
    if (isWanted) captcha.focus()
  }
  const submit = async () => {
    if (isSending.current) return
    const given = read()
    if (!given) return
    tell(null)
    isSending.current = true
    setBusy(true)
    try {
      onSigned(await login(given))
    } catch (error) {
      await refuse(error, given)
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }
  const change = () => {
    captcha.hide()
    tell(null)
    chooseOther?.()
  }
  return {
    ...credentials,
    method,
    isBusy,
    submit,
    /** Null where the firm offers no other way. */
    chooseOther: chooseOther && change,
    onCaptchaFailure: (error: unknown) =>
      tell({ sentence: translate => signInErrorMessage(error, true, translate) }),
  }
}
