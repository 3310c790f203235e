/**
 * Runs a function when the browser is idle, or after 200 ms in browsers without `requestIdleCallback`; returns a
 * function that cancels it.
 */
export const runWhenIdle = (run: () => void) => {
  let isCancelled = false
  const runUnlessCancelled = () => void (isCancelled || run())
  if ('requestIdleCallback' in window) requestIdleCallback(runUnlessCancelled)
  else setTimeout(runUnlessCancelled, 200)
  return () => {
    isCancelled = true
  }
}
