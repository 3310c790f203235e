import { useTranslate } from 'ra-core'
import { type RefObject, useState } from 'react'

import type { Credentials } from '../../providers/signIn.ts'
import type { Population } from '../../resources/domain/role.ts'
import { toHalfWidth, mobilePattern } from '../../resources/kit/clean.ts'
import type { Sentence } from '../../resources/kit/translate.ts'
import type { FieldDescription } from '../fields/aria.ts'
import { useCaptcha } from '../fields/credentials/useCaptcha.ts'
import { useSmsCode } from '../fields/credentials/useSmsCode.ts'
import { signInErrorMessage } from './errorMessage.ts'
import { inputNamed } from './formInputs.ts'

/** What the one line of the form says, and about which field; said anew in another language. */
export type Problem = {
  sentence: Sentence
  wrong?: 'account' | 'password'
  /** A way to correct an application that was turned down stands beside it. */
  isCorrectable?: boolean
}

/** The account as each population calls it. */
export const accountFields: Readonly<Record<Population, FieldDescription>> = {
  1: { label: '账号', isRequired: false },
  2: { label: '手机号', isRequired: false },
}

/** What is wrong with an account before it is sent, or null. */
const mistakeOf = (
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
  tell: (problem: Problem | null) => void
}

/** Reads what stands in the form; what is missing or cannot be right is said, and has the focus. */
export const useCredentials = ({ form, population, method, tell }: Options) => {
  const translate = useTranslate()
  const captcha = useCaptcha('login')
  // The form engine would bring 47 kB to a page with a budget of 80; what is typed stays in the document's inputs.
  const [code, setCode] = useState('')
  const [codeError, setCodeError] = useState('')
  const inputOf = (name: string) => inputNamed(form.current, name)
  const fail = (wrong: 'account' | 'password', sentence: Sentence) => {
    tell({ sentence, wrong })
    inputOf(wrong).focus()
    return null
  }
  const readAccount = () => {
    const input = inputOf('account')
    const account = toHalfWidth(input.value)
    input.value = account
    const mistake = mistakeOf(account, { population, method })
    return mistake === null ? account : fail('account', mistake)
  }
  const sms = useSmsCode({
    scene: 'login',
    readMobile: () => {
      tell(null)
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
