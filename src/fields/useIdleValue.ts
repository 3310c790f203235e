import { useEffect, useState } from 'react'

import { afterTyping } from '../shell/afterTyping.ts'

/** The value for what only follows it: drawn once the key that changed it is painted. */
export const useIdleValue = <T>(value: T): T => {
  const [followed, follow] = useState(value)
  useEffect(() => {
    let isLatest = true
    afterTyping(() => isLatest && follow(value))
    return () => {
      isLatest = false
    }
  }, [value])
  return followed
}
