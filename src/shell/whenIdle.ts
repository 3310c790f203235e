/** Milliseconds after which the function runs even if the browser is not idle. */
const maxDelay = 100

/** Runs work that may wait until a key press is painted. Safari does not support `requestIdleCallback` everywhere. */
export const whenIdle = (run: () => void) => {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: maxDelay })
  else setTimeout(run, maxDelay)
}
