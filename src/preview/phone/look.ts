import { useStore } from 'ra-core'

export type PreviewLanguage = 'CN' | 'EN'

/** Simulated visitor and device of the preview. */
export type PreviewLook = {
  width: 320 | 375 | 414
  theme: 'light' | 'dark'
  language: PreviewLanguage
  isSignedIn: 0 | 1
}

const defaultLook: PreviewLook = { width: 375, theme: 'light', language: 'CN', isSignedIn: 0 }

/** Settings of the preview, shared by all pages and stored for the next visit. */
export const usePreviewLook = () => useStore<PreviewLook>('preview.look', defaultLook)
