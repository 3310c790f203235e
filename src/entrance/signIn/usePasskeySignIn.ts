import { useState } from 'react'

import type { SignInAccount, SignInResult } from '../../../providers/signIn.ts'
import type { Sentence } from '../../../resources/kit/translate.ts'

type Options = {
  onSigned: (signed: SignInResult) => void
  showProblem: (sentence: Sentence | null) => void
}

/** Signing in by passkey, whose code is loaded on demand. */
export const usePasskeySignIn = ({ onSigned, showProblem }: Options) => {
  const [isBusy, setBusy] = useState(false)
  const start = async (entering: Pick<SignInAccount, 'userType' | 'isRemembered'>) => {
    if (isBusy) return
    showProblem(null)
    setBusy(true)
    try {
      const { signInByPasskey } = await import('./passkeySignIn.ts')
      const result = await signInByPasskey(entering)
      if (typeof result === 'function') showProblem(result)
      else onSigned(result)
    } catch {
      showProblem(translate => translate('页面加载失败，请检查网络后重试'))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, start }
}
