import { hydrateRoot } from 'react-dom/client'

import { fetchPublicConf } from '../../providers/publicConf.ts'
import type { AppLanguage } from '../../providers/language.ts'
import { LanguageProvider } from '../language/LanguageProvider.tsx'
import { hasUserInput } from './signIn/formStart.ts'
import { Entrance, type EntranceHandlers } from './Entrance.tsx'

type Options = EntranceHandlers & { language: AppLanguage }

/** Hydrates the prerendered sign-in page; returns a function that removes it. */
export const showEntrance = ({ language, ...handlers }: Options) => {
  document.documentElement.dataset['stage'] = 'signIn'
  const element = document.getElementById('sign-in')!
  // Without the configuration, the page works but shows neither the firm's name nor optional features.
  const conf = fetchPublicConf().catch(() => null)
  // Nothing is prefetched during hydration, unless the user is typing already.
  if (hasUserInput(element.querySelector('form')!)) handlers.onBegin()
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
