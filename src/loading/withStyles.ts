const failedAttribute = 'data-failed'

/** Vite also preloads modules by links; `import` itself loads a failed one again. */
const isStyleSheet = (element: EventTarget | null): element is HTMLLinkElement =>
  element instanceof HTMLLinkElement && element.rel === 'stylesheet'

// Error events of link elements do not bubble, so they are captured.
document.addEventListener(
  'error',
  ({ target }) => isStyleSheet(target) && target.setAttribute(failedAttribute, ''),
  { capture: true },
)

/** Loads a failed style sheet again; rejects if it fails again. */
const reloadStyleSheet = (failed: HTMLLinkElement) =>
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
 * Loads code together with its style sheets. Vite's import does not load a failed style sheet again, so that a later
 * attempt would show the code without it.
 */
export const withStyles = async <T>(load: () => Promise<T>): Promise<T> => {
  const loaded = await load()
  await Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>(`link[${failedAttribute}]`)].map(reloadStyleSheet),
  )
  return loaded
}
