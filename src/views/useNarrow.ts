import { useSyncExternalStore } from 'react'

/** Up to here the page header goes compact (specification, section 9) and rows become cards. */
const narrow = '(max-width: 768px)'

const subscribe = (listener: () => void) => {
  const query = window.matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const useNarrow = () => useSyncExternalStore(subscribe, () => window.matchMedia(narrow).matches)
