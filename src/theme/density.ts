import { useStore } from 'ra-core'
import { useEffect } from 'react'

/** Height of table rows: 44 px or 36 px. */
export type Density = 'comfortable' | 'compact'

export const useDensity = () => useStore<Density>('density', 'comfortable')

/** Whether long texts in tables are wrapped instead of truncated. */
export const useWholeText = () => useStore('wholeText', false)

/** Sets density and wrapping as attributes of the root element, which the style sheets of tables evaluate. */
export const useAppliedDensity = () => {
  const [density] = useDensity()
  const [isWhole] = useWholeText()
  useEffect(() => {
    document.documentElement.dataset['density'] = density
    document.documentElement.toggleAttribute('data-whole-text', isWhole)
  }, [density, isWhole])
}
