/** In the next pause of the page; answers what calls it off. Not every Safari knows pauses: there a moment later. */
export const inPause = (run: () => void) => {
  let isCalledOff = false
  const runUnlessOff = () => void (isCalledOff || run())
  if ('requestIdleCallback' in window) requestIdleCallback(runUnlessOff)
  else setTimeout(runUnlessOff, 200)
  return () => {
    isCalledOff = true
  }
}
