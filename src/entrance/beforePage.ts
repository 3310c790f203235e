import { appBase, readUser } from '../../providers/session.ts'
import { previewPath } from '../../resources/domain/previewPath.ts'
import { applyAppearance } from '../theme/appearance.ts'

// An inline script before the page's code, created from this file by `vite.plugins.ts`.

/** Clicks and choices made before the code was loaded, in order; reading them clears the list. */
declare global {
  interface Window {
    takeEarlyActions?: () => EarlyAction[]
  }
}
export type EarlyAction =
  | { type: 'click'; element: HTMLButtonElement }
  | { type: 'change'; element: HTMLSelectElement; value: string }

const earlyActions: EarlyAction[] = []
const control = new AbortController()

/** Records clicks and choices in the prerendered form, and prevents its buttons from submitting it. */
const recordAction = (event: Event) => {
  const element =
    event.target instanceof Element ? event.target.closest('#sign-in :is(button, select)') : null
  if (event.type === 'click' && element instanceof HTMLButtonElement) {
    event.preventDefault()
    earlyActions.push({ type: 'click', element })
    if (element.type === 'submit') document.documentElement.dataset['waiting'] = ''
  }
  if (event.type === 'change' && element instanceof HTMLSelectElement)
    earlyActions.push({ type: 'change', element, value: element.value })
}

// The page of a link to a preview needs no account, so the sign-in form must not be seen there first.
const needsNoForm = location.pathname === appBase + previewPath || readUser()
document.documentElement.dataset['stage'] = needsNoForm ? 'app' : 'signIn'
applyAppearance()
for (const type of ['click', 'change'])
  document.addEventListener(type, recordAction, { capture: true, signal: control.signal })
window.takeEarlyActions = () => {
  control.abort()
  delete document.documentElement.dataset['waiting']
  return earlyActions.splice(0)
}
