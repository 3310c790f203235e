/** Limit of work that nobody waits for, in milliseconds. */
export const backgroundLimit = 2000

/**
 * Runs work when the browser is idle, for example after a key press is painted, and after `limit` milliseconds at the
 * latest. Returns a function that cancels it. Safari does not support `requestIdleCallback` everywhere; there it runs at
 * the limit.
 */
export const whenIdle = (run: () => void, limit = 100) => {
  let isCancelled = false
  const runUnlessCancelled = () => void (isCancelled || run())
  if ('requestIdleCallback' in window) requestIdleCallback(runUnlessCancelled, { timeout: limit })
  else setTimeout(runUnlessCancelled, limit)
  return () => {
    isCancelled = true
  }
}
