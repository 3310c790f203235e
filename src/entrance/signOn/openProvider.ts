import { requestProvider } from '../../../providers/signOn.ts'
import type { Sentence } from '../../../resources/kit/translate.ts'
import { signInErrorMessage } from '../signIn/errorMessage.ts'

/** Leads the browser to the identity provider; returns a message on failure. */
export const openProvider = async (
  given: Parameters<typeof requestProvider>[0],
): Promise<Sentence | null> => {
  try {
    location.assign(await requestProvider(given))
    return null
  } catch (error) {
    return translate => signInErrorMessage(error, true, translate)
  }
}
