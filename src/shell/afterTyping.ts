import { startTransition } from 'react'
import { flushSync } from 'react-dom'

/** Milliseconds after which it is told in any case. */
const latest = 100

const waiting = new Set<() => void>()

/** With those who come to wait because of what they are told. */
const tellAll = () => {
  for (const tell of waiting) {
    waiting.delete(tell)
    tell()
  }
}

/** Tells what was typed to what follows it (the form, its marks and drafts), once the key is painted. */
export const afterTyping = (tell: () => void) => {
  const isFirst = waiting.size === 0
  waiting.add(tell)
  if (!isFirst) return
  const tellInPassing = () => startTransition(tellAll)
  if ('requestIdleCallback' in window) requestIdleCallback(tellInPassing, { timeout: latest })
  // Not in every Safari.
  else setTimeout(tellInPassing, latest)
}

// Whoever goes on to a button, a link or a shortcut finds there what he has typed.
const isTyped = ({ key, ctrlKey, metaKey }: KeyboardEvent) => /^.$/u.test(key) && !ctrlKey && !metaKey
// Drawn before they hear of it themselves.
const tellNow = () => waiting.size > 0 && flushSync(tellAll)
addEventListener('pointerdown', tellNow, { capture: true })
addEventListener('click', tellNow, { capture: true })
addEventListener('keydown', event => isTyped(event) || tellNow(), { capture: true })
// May come while React draws.
for (const type of ['focusout', 'submit', 'visibilitychange', 'pagehide'])
  addEventListener(type, tellAll, { capture: true })
