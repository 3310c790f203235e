import { startAuthentication, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'

import { bootstrapCalls } from '../../../providers/bootstrapCalls.ts'
import { CallError, nonStandardFailure } from '../../../providers/envelope.ts'
import { valueAt } from '../../../providers/answer.ts'
import { send } from '../../../providers/request.ts'
import { signInBy, type SignInAccount, type SignInResult } from '../../../providers/signIn.ts'
import { isPlainObject } from '../../../resources/kit/objects.ts'
import type { Sentence } from '../../../resources/kit/translate.ts'
import { signInErrorMessage } from './errorMessage.ts'

const sentenceOf =
  (error: unknown): Sentence =>
  translate => {
    if (!(error instanceof CallError)) return translate('没有完成通行密钥验证，请重试或改用其他方式登录')
    return error.code === '4001' ? translate(error.message) : signInErrorMessage(error, true, translate)
  }

const isRequestOptions = (options: unknown): options is PublicKeyCredentialRequestOptionsJSON =>
  isPlainObject(options) && typeof options['challenge'] === 'string'

/** Asks the browser for a passkey of the chosen population and signs in with it; returns a message on failure. */
export const signInByPasskey = async (
  entering: Pick<SignInAccount, 'userType' | 'isRemembered'>,
): Promise<SignInResult | Sentence> => {
  const { userType, isRemembered } = entering
  try {
    const options = valueAt(await send(bootstrapCalls.passkeyChallenge, { userType }), 'options')
    if (!isRequestOptions(options)) throw new CallError(nonStandardFailure)
    const credential = await startAuthentication({ optionsJSON: options })
    const input = { userType, credential, remember: isRemembered ? 1 : 0 }
    return await signInBy(bootstrapCalls.loginByPasskey, input, { ...entering, account: '' })
  } catch (error) {
    return sentenceOf(error)
  }
}
