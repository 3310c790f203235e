/** What the user chose for this browser; `system` follows the machine. */
export type Appearance = 'light' | 'dark' | 'system'

const key = 'tenant-admin:appearance'
const darkMachine = window.matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

export const readAppearance = (): Appearance => {
  const stored = localStorage.getItem(key)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export const isDark = () => {
  const chosen = readAppearance()
  return chosen === 'system' ? darkMachine.matches : chosen === 'dark'
}

/** Colours hang on the root element (tokens.css), which follows the machine when it says nothing. */
export const applyAppearance = () => {
  const chosen = readAppearance()
  if (chosen === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = chosen
  for (const listener of listeners) listener()
}

export const setAppearance = (appearance: Appearance) => {
  localStorage.setItem(key, appearance)
  applyAppearance()
}

/** For what colours alone can't change: pictures. */
export const onAppearance = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Applies the choice, now and whenever another tab or the machine changes it. */
export const followAppearance = () => {
  applyAppearance()
  darkMachine.addEventListener('change', applyAppearance)
  window.addEventListener('storage', event => {
    if (event.key === key) applyAppearance()
  })
}
