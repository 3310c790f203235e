import { vi } from 'vitest'

/** Puts the tab at an address of ours; what would load another document is recorded instead. */
export const setLocation = (path: string) => {
  const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } }
  happyDOM.setURL(`http://firm.test${path}`)
  return vi.spyOn(window.location, 'replace').mockImplementation(() => {})
}
