import { vi } from 'vitest'

/**
 * Sets the tab's address within the application; navigation to another document is recorded instead of
 * performed.
 */
export const setLocation = (path: string) => {
  const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } }
  happyDOM.setURL(`http://firm.test${path}`)
  return vi.spyOn(window.location, 'replace').mockImplementation(() => {})
}
