import { createRoot } from 'react-dom/client'

import { readConf, readSelf } from '../../../providers/backend/session.ts'
import { textAt, valueAt } from '../../../providers/answer.ts'
import type { AppLanguage } from '../../../providers/language.ts'
import { fetchConf } from '../../../providers/publicConf.ts'
import { LanguageProvider } from '../../language/LanguageProvider.tsx'
import { createShellSession } from '../../session/sessionContext.ts'
import { RootTheme } from '../../theme/RootTheme.tsx'
import { SharedPage } from './SharedPage.tsx'

import '../../theme/content.css'
import '../../fields/cells.css'
import '../../fields/parts.css'
import '../../form/form.css'
import '../../ui/panels.css'
import '../../ui/secret/secret.css'
import './sharedPreview.css'

/** Shows the page of a link in place of the application. */
export const showSharedPreview = async (language: AppLanguage): Promise<void> => {
  document.getElementById('sign-in')?.remove()
  document.documentElement.dataset['stage'] = 'app'
  language.enterApp()
  // Without the configuration, the page works, but shows no name before the preview is opened.
  const conf = await fetchConf().catch(() => null)
  language.offerLanguages(valueAt(conf, 'languages'))
  await language.showLocale(language.wantedLocale(textAt(conf, 'locale'))).catch(() => {})
  const session = createShellSession(readConf(conf), readSelf({}, 2), new Set(), [])
  createRoot(document.getElementById('root')!).render(
    <LanguageProvider language={language}>
      <RootTheme>
        <SharedPage
          fragment={location.hash.slice(1)}
          firm={{ firm: textAt(conf, 'firm', 'name'), firmEn: textAt(conf, 'firm', 'nameEn') }}
          session={session}
        />
      </RootTheme>
    </LanguageProvider>,
  )
}
