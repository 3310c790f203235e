import { hydrateRoot } from 'react-dom/client'

import { fetchPublicConf } from '../../providers/publicConf.ts'
import type { AppLanguage } from '../../providers/language.ts'
import { LanguageProvider } from '../shell/language/LanguageProvider.tsx'
import { isBegun } from './formStart.ts'
import { Entrance, type EntranceHandlers } from './Entrance.tsx'

type Options = EntranceHandlers & { language: AppLanguage }

/** Hydrates the prerendered sign-in page. Returns a function that removes it. */
export const showEntrance = ({ language, ...handlers }: Options) => {
  document.documentElement.dataset['stage'] = 'signIn'
  const element = document.getElementById('sign-in')!
  // The page does without the firm's name, and without what not every firm offers.
  const conf = fetchPublicConf().catch(() => null)
  // The network rests while React hydrates the page.
  if (isBegun(element.querySelector('form')!)) handlers.onBegin()
  const root = hydrateRoot(
    element,
    <LanguageProvider language={language}>
      <Entrance {...handlers} language={language} conf={conf} />
    </LanguageProvider>,
  )
  return () => {
    root.unmount()
    element.remove()
  }
}
