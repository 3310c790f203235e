import { useStore } from 'ra-core'
import { useEffect } from 'react'

/** Rows of 44 px or of 36 px. */
export type Density = 'comfortable' | 'compact'

export const useDensity = () => useStore<Density>('density', 'comfortable')

/** Whether long texts of a table are wrapped instead of cut to a line. */
export const useWholeText = () => useStore('wholeText', false)

/** Density and wrapping are attributes of the root element, which the style sheets of tables read. */
export const useAppliedDensity = () => {
  const [density] = useDensity()
  const [isWhole] = useWholeText()
  useEffect(() => {
    document.documentElement.dataset['density'] = density
    document.documentElement.toggleAttribute('data-whole-text', isWhole)
  }, [density, isWhole])
}
