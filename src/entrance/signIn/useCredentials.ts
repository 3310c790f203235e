import { useTranslate } from 'ra-core'
import { type RefObject, useState } from 'react'

import type { Credentials } from '../../../providers/signIn.ts'
import type { Population } from '../../../resources/domain/role.ts'
import { toHalfWidth } from '../../../resources/kit/clean.ts'
import { mobilePattern, toMobile } from '../../../resources/kit/mobiles.ts'
import type { Sentence } from '../../../resources/kit/translate.ts'
import type { FieldDescription } from '../../fields/aria.ts'
import { useCaptcha } from '../../fields/credentials/useCaptcha.ts'
import { useSmsCode } from '../../fields/credentials/useSmsCode.ts'
import { signInErrorMessage } from './errorMessage.ts'
import { formInput } from './formInputs.ts'

/** Error message of the form and the field it concerns; a function, so that it follows a change of the language. */
export type Problem = {
  sentence: Sentence
  wrong?: 'account' | 'password'
  /** Whether a link to correct a refused application is shown next to the message. */
  isCorrectable?: boolean
}

/** Label of the account field for each population. */
export const accountFields: Readonly<Record<Population, FieldDescription>> = {
  1: { label: '账号', isRequired: false },
  2: { label: '手机号', isRequired: false },
}

/** Error in an account name, found before sending; null if there is none. */
const accountError = (
  account: string,
  { population, method }: Pick<Options, 'population' | 'method'>,
): Sentence | null => {
  if (account === '')
    return translate => translate('请输入%{label}', { label: translate(accountFields[population].label) })
  if (method === 'password' || mobilePattern.test(account)) return null
  return translate => translate('请输入正确的手机号')
}

type Options = {
  form: RefObject<HTMLFormElement | null>
  population: Population
  method: 'password' | 'sms'
  showProblem: (problem: Problem | null) => void
}

/** Reads the credentials from the form; missing or invalid values are reported and get the focus. */
export const useCredentials = ({ form, population, method, showProblem }: Options) => {
  const translate = useTranslate()
  const captcha = useCaptcha('login')
  // No react-hook-form here: it has 47 kB, and the page has a budget of 80 kB. The inputs hold the values.
  const [code, setCode] = useState('')
  const [codeError, setCodeError] = useState('')
  const inputOf = (name: string) => formInput(form.current, name)
  const fail = (wrong: 'account' | 'password', sentence: Sentence) => {
    showProblem({ sentence, wrong })
    inputOf(wrong).focus()
    return null
  }
  const readAccount = () => {
    const input = inputOf('account')
    const account = toMobile(input.value)
    input.value = account
    const mistake = accountError(account, { population, method })
    return mistake === null ? account : fail('account', mistake)
  }
  const sms = useSmsCode({
    scene: 'login',
    readMobile: () => {
      showProblem(null)
      return readAccount()
    },
    onWrongMobile: sentence => void fail('account', translate => translate(sentence)),
    onError: setCodeError,
    sentenceOf: error => signInErrorMessage(error, true, translate),
    focusCode: () => inputOf('smsCode').focus(),
  })
  const readPassword = () => {
    const password = inputOf('password').value
    if (password === '') return fail('password', translate => translate('请输入密码'))
    if (!captcha.isShown) return { password }
    const answer = captcha.read()
    return answer && { password, captcha: answer }
  }
  const readCode = (mobile: string) => {
    const smsId = sms.smsIdFor(mobile)
    const smsCode = toHalfWidth(code)
    if (smsId !== null && /^\d{6}$/.test(smsCode)) return { sms: { smsId, smsCode } }
    setCodeError(smsId === null ? translate('请先获取短信验证码') : translate('请输入6位短信验证码'))
    inputOf('smsCode').focus()
    return null
  }
  const read = (): Credentials | null => {
    const account = readAccount()
    if (account === null) return null
    const proof = method === 'sms' ? readCode(account) : readPassword()
    return proof && { userType: population, account, isRemembered: inputOf('remember').checked, ...proof }
  }
  const typeCode = (text: string) => {
    setCode(text)
    setCodeError('')
  }
  return { captcha, sms, code, codeError, setCodeError, typeCode, read }
}
