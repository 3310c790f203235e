import { useTranslate } from 'ra-core'
import { type MouseEvent, useState } from 'react'

import { useWaiting } from './useWaiting.tsx'

type Options<Intent> = { isSaving: boolean; onIntent: (intent: Intent) => void }

/** The buttons of a form that can be saved for several purposes: the one that was pressed says what happens. */
export const useIntents = <Intent extends string>({ isSaving, onIntent }: Options<Intent>) => {
  const translate = useTranslate()
  const { isWaiting, hold, text, label: waitingLabel } = useWaiting()
  const [pressed, setPressed] = useState<Intent | null>(null)
  const isBusy = isSaving || isWaiting
  return {
    isBusy,
    /** Says that the form waits for the network, while it does. */
    waitingText: text,
    press: (intent: Intent) => (event: MouseEvent<HTMLButtonElement>) => {
      setPressed(intent)
      onIntent(intent)
      hold(event)
    },
    labelOf: (intent: Intent, label: string) => {
      if (!isBusy || pressed !== intent) return label
      return waitingLabel ?? translate('处理中…')
    },
  }
}
