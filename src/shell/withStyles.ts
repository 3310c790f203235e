const failedMark = 'data-failed'

// The error of a link doesn't bubble.
document.addEventListener(
  'error',
  ({ target }) => target instanceof HTMLLinkElement && target.setAttribute(failedMark, ''),
  { capture: true },
)

/** Asks for a style sheet once more; rejects when it still doesn't come. */
const fetchAgain = (failed: HTMLLinkElement) =>
  new Promise<void>((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.href = failed.href
    link.addEventListener('load', () => {
      failed.remove()
      resolve()
    })
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`Unable to load ${link.href}`))
    })
    document.head.append(link)
  })

/**
 * Loads code, and the style sheets that it imports. Vite's own import waits for a style sheet once: after one that
 * failed, the code would be shown without it, and so would whatever else shares the sheet.
 */
export const withStyles = async <T>(load: () => Promise<T>): Promise<T> => {
  const loaded = await load()
  await Promise.all([...document.querySelectorAll<HTMLLinkElement>(`link[${failedMark}]`)].map(fetchAgain))
  return loaded
}
