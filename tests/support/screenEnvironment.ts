import { builtinEnvironments, type Environment } from 'vitest/runtime'

/** What the server in the same process needs as Node has it; happy-dom's own can't be passed to it. */
const { fetch, Request, Response, Headers, URL, URLSearchParams, AbortController, AbortSignal } = globalThis
const natives = { fetch, Request, Response, Headers, URL, URLSearchParams, AbortController, AbortSignal }

const happyDom = builtinEnvironments['happy-dom']

/** A document by happy-dom, a network by Node. */
const environment: Environment = {
  ...happyDom,
  name: 'screens',
  setup: async (global, options) => {
    const opened = await happyDom.setup(global, options)
    Object.assign(global, natives)
    // No style sheet is loaded here, and happy-dom would look for one at each question by role.
    global.getComputedStyle = (element: HTMLElement) => element.style
    // It has no idle time of its own, and nothing is painted: what waits for that comes at once.
    global.requestIdleCallback = (act: () => void) => {
      act()
      return 0
    }
    return opened
  },
}

// vitest looks for the default export.
export default environment
