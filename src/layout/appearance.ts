/** What the user chose for this browser; `system` follows the machine. */
export type Appearance = 'light' | 'dark' | 'system'

const key = 'tenant-admin:appearance'

export const readAppearance = (): Appearance => {
  const stored = localStorage.getItem(key)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Colours hang on the root element (tokens.css), which follows the machine when it says nothing. */
const apply = () => {
  const chosen = readAppearance()
  if (chosen === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = chosen
}

export const setAppearance = (appearance: Appearance) => {
  localStorage.setItem(key, appearance)
  apply()
}

/** Applies the choice, now and when another tab changes it. */
export const followAppearance = () => {
  apply()
  window.addEventListener('storage', event => {
    if (event.key === key) apply()
  })
}
