/** Colour scheme chosen for this browser; `system` follows the operating system. */
export type Appearance = 'light' | 'dark' | 'system'

const storageKey = 'tenant-admin:appearance'
const systemPrefersDark = window.matchMedia('(prefers-color-scheme: dark)')
const appearanceListeners = new Set<() => void>()

export const readAppearance = (): Appearance => {
  const stored = localStorage.getItem(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export const isDark = () => {
  const chosen = readAppearance()
  return chosen === 'system' ? systemPrefersDark.matches : chosen === 'dark'
}

/**
 * Sets the attribute of the root element that tokens.css evaluates; without it the operating system's scheme applies.
 */
export const applyAppearance = () => {
  const chosen = readAppearance()
  if (chosen === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = chosen
  for (const listener of appearanceListeners) listener()
}

export const setAppearance = (appearance: Appearance) => {
  localStorage.setItem(storageKey, appearance)
  applyAppearance()
}

/** Subscribes to changes of the colour scheme, for pictures with a variant for each scheme. */
export const onAppearance = (listener: () => void) => {
  appearanceListeners.add(listener)
  return () => void appearanceListeners.delete(listener)
}

/** Applies the choice now, and whenever another tab or the operating system changes it. */
export const followAppearance = () => {
  applyAppearance()
  systemPrefersDark.addEventListener('change', applyAppearance)
  window.addEventListener('storage', event => {
    if (event.key === storageKey) applyAppearance()
  })
}
