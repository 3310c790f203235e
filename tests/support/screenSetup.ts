import { cleanup } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

import { clearSession, isEnding } from '../../providers/session.ts'

type Viewport = { width: number; height: number }
const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: Viewport): void } }
const viewport = { width: innerWidth, height: innerHeight }

/** Test files share their modules and document, so every file restores them at its end. */
afterAll(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  clearSession()
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  happyDOM.setViewport(viewport)
  if (isEnding()) throw new Error('A page that is being left stays so: this file needs a document of its own')
})
