import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { useOnline } from '../browser/useOnline.ts'

/** Milliseconds of waiting after which the spinner appears (specification, section 9). */
const spinnerDelay = 800

/** Milliseconds of waiting after which the page says that it takes longer (specification, section 9). */
const hintDelay = 3000

/** Says that loading takes longer than usual, once it does. */
export const SlowHint = () => {
  const translate = useTranslate()
  return useIsSlow(true, hintDelay) ? (
    <p className="caption slow-hint">{translate('加载时间较长，请稍候')}</p>
  ) : null
}

export const Spinner = () => {
  const translate = useTranslate()
  if (!useOnline()) return <output className="start">{translate('网络已断开，恢复后会自动继续')}</output>
  return (
    <output className="start">
      <span className="spinner" aria-hidden />
      {translate('加载中...')}
      <SlowHint />
    </output>
  )
}

/** Whether a wait has exceeded the delay. */
export const useIsSlow = (isWaiting: boolean, delay = spinnerDelay) => {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsSlow(true), delay)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isWaiting, delay])
  return isSlow
}
