import { readUser } from '../../providers/session.ts'
import { applyAppearance } from '../shell/appearance.ts'

// Runs before the document is drawn, ahead of the page's code: `vite.plugins.ts` makes a script of its own of it.

/** Clicks and choices recorded before the code had loaded, in order; each is consumed once. */
declare global {
  interface Window {
    takeEarlyActions?: () => EarlyAction[]
  }
}
export type EarlyAction =
  | { type: 'click'; element: HTMLButtonElement }
  | { type: 'change'; element: HTMLSelectElement; value: string }

const early: EarlyAction[] = []
const control = new AbortController()

/** The prerendered form can be used at once; a button that sends it would load another document. */
const keep = (event: Event) => {
  const element =
    event.target instanceof Element ? event.target.closest('#sign-in :is(button, select)') : null
  if (event.type === 'click' && element instanceof HTMLButtonElement) {
    event.preventDefault()
    early.push({ type: 'click', element })
    if (element.type === 'submit') document.documentElement.dataset['waiting'] = ''
  }
  if (event.type === 'change' && element instanceof HTMLSelectElement)
    early.push({ type: 'change', element, value: element.value })
}

document.documentElement.dataset['stage'] = readUser() ? 'app' : 'signIn'
applyAppearance()
for (const type of ['click', 'change'])
  document.addEventListener(type, keep, { capture: true, signal: control.signal })
window.takeEarlyActions = () => {
  control.abort()
  delete document.documentElement.dataset['waiting']
  return early.splice(0)
}
