import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'

import { copyText } from '../../shell/copyText.ts'
import { Button } from '../../shell/Button.tsx'

const feedbackDuration = 2000

/** Button that copies a text and shows the result in its label. */
export const CopyButton = ({ text, name }: { text: string; name: string }) => {
  const translate = useTranslate()
  const [state, setState] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (!state) return
    const timer = setTimeout(() => setState(null), feedbackDuration)
    return () => clearTimeout(timer)
  }, [state])
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
      onClick={() => void copyText(text).then(isCopied => setState(isCopied ? 'copied' : 'failed'))}
    >
      <span role="status">{label}</span>
    </Button>
  )
}
