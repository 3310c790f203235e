import { mobilePattern, toMobile } from '../../../resources/kit/index.ts'
import { ApiError } from '../../context/apiError.ts'
import type { SignOnAnswer, SignOnIdentity, SignOnStart } from '../../context/services.ts'
import { ProviderError } from './provider.ts'

/** One way of single sign-on, with its own settings. */
export type SignOnProvider<S> = {
  address(settings: S, start: SignOnStart): Promise<string>
  identity(settings: S, answer: SignOnAnswer): Promise<SignOnIdentity | null>
  check(settings: S): Promise<void>
}

/** A mobile of mainland China as the product stores it, from a number in any notation; null for any other. */
export const mobileFrom = (number: string) => {
  const mobile = toMobile(number)
  return mobilePattern.test(mobile) ? mobile : null
}

/** The provider cannot be reached or is not able to answer. */
export const unavailableProvider = () =>
  new ApiError('5030', '身份平台暂不可用，请稍后重试或改用其他方式登录')

/** The provider, or the check of its answer, has refused this sign-in. */
export const notConfirmed = (cause?: unknown) =>
  new ProviderError('身份平台没有确认这次登录，请重新登录', { cause })
