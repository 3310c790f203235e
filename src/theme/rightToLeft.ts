import createCache from '@emotion/cache'
import rtlPlugin from '@mui/stylis-plugin-rtl'
import { prefixer } from 'stylis'

import { inMuiLayer } from './muiLayer.ts'

/** Emotion cache that mirrors MUI's style sheets for languages written from right to left. */
export const rightToLeft = inMuiLayer(createCache({ key: 'rtl', stylisPlugins: [prefixer, rtlPlugin] }))
