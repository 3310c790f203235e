import { type ReactNode, useState } from 'react'

import type { PendingFactor } from '../../../providers/secondFactor.ts'
import type { SignInResult } from '../../../providers/signIn.ts'
import type { Sentence } from '../../../resources/kit/translate.ts'

type Options = {
  /** Called before the step replaces the form. */
  onOpen: () => void
  onSigned: (signed: SignInResult) => void
  /** Returns to the form, with a message if the step failed. */
  onLeave: (sentence?: Sentence) => void
}

/** The second step of signing in, whose code is loaded on demand. */
export const useFactorStep = ({ onOpen, onSigned, onLeave }: Options) => {
  // The element is set only after its code was loaded, so that a failure leaves the form as it is.
  const [step, setStep] = useState<ReactNode>(null)
  const leave = (sentence?: Sentence) => {
    setStep(null)
    onLeave(sentence)
  }
  const ask = async (asked: PendingFactor) => {
    try {
      const { FactorStep } = await import('./FactorStep.tsx')
      onOpen()
      setStep(<FactorStep asked={asked} onSigned={onSigned} onLeave={leave} />)
    } catch {
      leave(translate => translate('页面加载失败，请检查网络后重试'))
    }
  }
  return { step, ask }
}
