import { renderToString } from 'react-dom/server'

import { Entrance } from './Entrance.tsx'

const ignore = () => {}

/** The sign-in page as HTML, which the build writes into the document. */
export const prerender = () =>
  renderToString(<Entrance conf={new Promise(ignore)} onBegin={ignore} onSigned={ignore} />)
