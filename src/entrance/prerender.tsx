import { renderToString } from 'react-dom/server'

import { createLanguage } from '../../providers/language.ts'
import { LanguageProvider } from '../language/LanguageProvider.tsx'
import { Entrance } from './Entrance.tsx'

const doNothing = () => {}

/** Renders the sign-in page to HTML, which the build writes into the document. */
export const prerender = () => {
  const language = createLanguage()
  return renderToString(
    <LanguageProvider language={language}>
      <Entrance language={language} conf={new Promise(doNothing)} onBegin={doNothing} onSigned={doNothing} />
    </LanguageProvider>,
  )
}
