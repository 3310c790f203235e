import { useStore } from 'ra-core'

export type Language = 'CN' | 'EN'

/** Who looks, and on what. */
export type Look = {
  width: 320 | 375 | 414
  theme: 'light' | 'dark'
  language: Language
  isSignedIn: 0 | 1
}

const usual: Look = { width: 375, theme: 'light', language: 'CN', isSignedIn: 0 }

/** The same on all pages, and at the next visit. */
export const useLook = () => useStore<Look>('preview.look', usual)
