import createCache, { type EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
// The one of @mui/material also switches colour schemes and writes variables; those of tokens.css make that needless.
import { ThemeProvider } from '@mui/system'
import { type ReactNode, useEffect, useState } from 'react'

import { directionOf } from '../../resources/locales/locales.ts'
import { useShownLocale } from './language/useLanguage.ts'
import { theme } from './theme.ts'

// Before all style sheets of the page: a class of ours prevails over one of MUI's.
const leftToRight = createCache({ key: 'css', prepend: true })
const mirrored = { ...theme, direction: 'rtl' as const }

/** MUI's theme for the whole application, mirrored where the language is written from the right. */
export const RootTheme = ({ children }: { children: ReactNode }) => {
  const isMirrored = directionOf(useShownLocale()) === 'rtl'
  const [rightToLeft, setRightToLeft] = useState<EmotionCache | null>(null)
  useEffect(() => {
    if (!isMirrored || rightToLeft) return
    // Without it MUI's parts stay as they are; the rest of the page is mirrored by its own style sheets.
    void import('./rightToLeft.ts').then(module => setRightToLeft(module.rightToLeft)).catch(() => {})
  }, [isMirrored, rightToLeft])
  return (
    // One tree for both directions: what is typed stays.
    <CacheProvider value={isMirrored && rightToLeft ? rightToLeft : leftToRight}>
      <ThemeProvider theme={isMirrored ? mirrored : theme}>{children}</ThemeProvider>
    </CacheProvider>
  )
}
