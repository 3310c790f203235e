import createCache, { type EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
// The ThemeProvider of @mui/material would also switch colour schemes and write CSS variables, which tokens.css makes
// unnecessary.
import { ThemeProvider } from '@mui/system'
import { type ReactNode, useEffect, useState } from 'react'

import { directionOf } from '../../resources/locales/locales.ts'
import { useShownLocale } from '../language/useLanguage.ts'
import { inMuiLayer } from './muiLayer.ts'
import { theme } from './theme.ts'

const leftToRight = inMuiLayer(createCache({ key: 'css' }))
const mirroredTheme = { ...theme, direction: 'rtl' as const }

/** MUI's theme for the whole application, mirrored for languages written from right to left. */
export const RootTheme = ({ children }: { children: ReactNode }) => {
  const isMirrored = directionOf(useShownLocale()) === 'rtl'
  const [rightToLeft, setRightToLeft] = useState<EmotionCache | null>(null)
  useEffect(() => {
    if (!isMirrored || rightToLeft) return
    // If loading fails, MUI's components stay unmirrored; the rest of the page is mirrored by its own style sheets.
    void import('./rightToLeft.ts').then(module => setRightToLeft(module.rightToLeft)).catch(() => {})
  }, [isMirrored, rightToLeft])
  return (
    // The same element tree in both directions, so that typed values survive a change of language.
    <CacheProvider value={isMirrored && rightToLeft ? rightToLeft : leftToRight}>
      <ThemeProvider theme={isMirrored ? mirroredTheme : theme}>{children}</ThemeProvider>
    </CacheProvider>
  )
}
