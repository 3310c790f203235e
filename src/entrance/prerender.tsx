import { renderToString } from 'react-dom/server'

import { createLanguage } from '../../providers/language.ts'
import { LanguageProvider } from '../shell/language/LanguageProvider.tsx'
import { Entrance } from './Entrance.tsx'

const ignore = () => {}

/** The sign-in page as HTML, which the build writes into the document. */
export const prerender = () => {
  const language = createLanguage()
  return renderToString(
    <LanguageProvider language={language}>
      <Entrance language={language} conf={new Promise(ignore)} onBegin={ignore} onSigned={ignore} />
    </LanguageProvider>,
  )
}
