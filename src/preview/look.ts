import { useStore } from 'ra-core'

export type PreviewLanguage = 'CN' | 'EN'

/** Who looks, and on what. */
export type PreviewLook = {
  width: 320 | 375 | 414
  theme: 'light' | 'dark'
  language: PreviewLanguage
  isSignedIn: 0 | 1
}

const usual: PreviewLook = { width: 375, theme: 'light', language: 'CN', isSignedIn: 0 }

/** The same on all pages, and at the next visit. */
export const useLook = () => useStore<PreviewLook>('preview.look', usual)
