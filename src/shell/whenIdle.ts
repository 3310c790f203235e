/** Milliseconds after which it runs in any case. */
const latest = 100

/** Runs what only follows a key once that key is painted. Not every Safari tells when the page is idle. */
export const whenIdle = (run: () => void) => {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: latest })
  else setTimeout(run, latest)
}
