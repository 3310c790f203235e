import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'

import { Button } from '../Button.tsx'
import { copyText } from './copyText.ts'

const feedbackDuration = 2000

type Props = {
  text: string
  /** Name of the text for screen readers. */
  name: string
  onCopied?: (() => void) | undefined
}

/** Button that copies a text and shows the result in its label. */
export const CopyButton = ({ text, name, onCopied }: Props) => {
  const translate = useTranslate()
  const [state, setState] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (!state) return
    const timer = setTimeout(() => setState(null), feedbackDuration)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async () => {
    const isCopied = await copyText(text)
    setState(isCopied ? 'copied' : 'failed')
    if (isCopied) onCopied?.()
  }
  const label =
    state === 'copied'
      ? translate('已复制')
      : state === 'failed'
        ? translate('请手动复制')
        : translate('复制')
  return (
    <Button
      look="quiet"
      aria-label={state ? label : translate('复制%{name}', { name })}
      onClick={() => void copy()}
    >
      <span role="status">{label}</span>
    </Button>
  )
}
