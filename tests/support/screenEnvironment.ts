import { builtinEnvironments, type Environment } from 'vitest/runtime'

/** The server in the same process needs Node's own network classes; it does not accept those of happy-dom. */
const { fetch, Request, Response, Headers, URL, URLSearchParams, AbortController, AbortSignal } = globalThis
const natives = { fetch, Request, Response, Headers, URL, URLSearchParams, AbortController, AbortSignal }

const happyDom = builtinEnvironments['happy-dom']

/** A test environment with the document of happy-dom and the network of Node. */
const environment: Environment = {
  ...happyDom,
  name: 'screens',
  setup: async (global, options) => {
    const opened = await happyDom.setup(global, options)
    Object.assign(global, natives)
    // No style sheet is loaded here, and happy-dom would compute styles for each query by role.
    global.getComputedStyle = (element: HTMLElement) => element.style
    // happy-dom has no idle callbacks and paints nothing, so callbacks run at once.
    global.requestIdleCallback = (act: () => void) => {
      act()
      return 0
    }
    return opened
  },
}

// vitest looks for the default export.
export default environment
