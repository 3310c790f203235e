import { I18nContext } from 'ra-core'
import { type ReactNode, useSyncExternalStore } from 'react'

import type { AppLanguage } from '../../providers/language.ts'

type Props = { language: AppLanguage; children?: ReactNode }

/** Provides the language; react-admin's hooks and components read it from the same context. */
export const LanguageProvider = ({ language, children }: Props) => (
  <I18nContext
    value={useSyncExternalStore(language.subscribe, language.readProvider, language.readPrerendered)}
  >
    {children}
  </I18nContext>
)
