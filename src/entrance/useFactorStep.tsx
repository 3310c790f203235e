import { type ReactNode, useState } from 'react'

import type { PendingFactor } from '../../providers/secondFactor.ts'
import type { SignInResult } from '../../providers/signIn.ts'
import type { Sentence } from '../../resources/kit/translate.ts'

type Options = {
  /** Called just before the step replaces what stands there. */
  onOpen: () => void
  onSigned: (signed: SignInResult) => void
  /** Back to the form, with a sentence to show where the step came to nothing. */
  onLeave: (sentence?: Sentence) => void
}

/** The second step of a sign-in in place of its form; its code comes when somebody needs it. */
export const useFactorStep = ({ onOpen, onSigned, onLeave }: Options) => {
  // Its code comes before it takes the place of the form, so that a failure to load leaves the form as it is.
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
