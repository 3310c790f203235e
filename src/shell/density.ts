import { useStore } from 'ra-core'
import { useEffect } from 'react'

/** Rows of 44 px or of 36 px. */
export type Density = 'comfortable' | 'compact'

export const useDensity = () => useStore<Density>('density', 'comfortable')

/** Tables read it from the root element (tokens.css). */
export const useAppliedDensity = () => {
  const [density] = useDensity()
  useEffect(() => {
    document.documentElement.dataset['density'] = density
  }, [density])
}
