import { useEffect, useState } from 'react'

/** A wait shorter than this shows nothing (specification, section 9). */
const patience = 800

export const Spinner = () => (
  <output className="start">
    <span className="spinner" aria-hidden />
    加载中...
  </output>
)

/** True once a wait has lasted long enough to be told about. */
export const useIsSlow = (isWaiting: boolean) => {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsSlow(true), patience)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isWaiting])
  return isSlow
}
