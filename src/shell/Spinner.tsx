import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { useOnline } from './useOnline.ts'

/** A wait shorter than this shows nothing (specification, section 9). */
const spinnerDelay = 800

/** From here on a wait is told to be a long one (specification, section 9). */
const hintDelay = 3000

/** That it takes long, once it does. */
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

/** True once a wait has lasted long enough to be told about. */
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
