import createCache from '@emotion/cache'
import rtlPlugin from '@mui/stylis-plugin-rtl'
import { prefixer } from 'stylis'

/** Emotion cache that mirrors MUI's style sheets for languages written from right to left. */
export const rightToLeft = createCache({ key: 'rtl', prepend: true, stylisPlugins: [prefixer, rtlPlugin] })
