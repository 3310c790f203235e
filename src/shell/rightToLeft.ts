import createCache from '@emotion/cache'
import rtlPlugin from '@mui/stylis-plugin-rtl'
import { prefixer } from 'stylis'

/** MUI's own way for languages written from the right: its style sheets are mirrored as they are made. */
export const rightToLeft = createCache({ key: 'rtl', prepend: true, stylisPlugins: [prefixer, rtlPlugin] })
