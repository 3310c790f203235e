import { useEffect, useState } from 'react'

import type { Sentence } from '../../../resources/kit/translate.ts'
import type { openProvider } from './openProvider.ts'

/** Signing in through an identity provider, whose code is loaded on demand. The page is left if that succeeds. */
export const useSignOn = (showProblem: (sentence: Sentence | null) => void) => {
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    // The browser may show this page again as it was left.
    const listen = () => setBusy(false)
    window.addEventListener('pageshow', listen)
    return () => window.removeEventListener('pageshow', listen)
  }, [])
  const start = async (given: Parameters<typeof openProvider>[0]) => {
    if (isBusy) return
    showProblem(null)
    setBusy(true)
    const sentence = await import('./openProvider.ts')
      .then(it => it.openProvider(given))
      .catch((): Sentence => translate => translate('页面加载失败，请检查网络后重试'))
    if (!sentence) return
    showProblem(sentence)
    setBusy(false)
  }
  return { isBusy, start }
}
