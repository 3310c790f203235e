import { useEffect } from 'react'

import { keysOf } from '../../resources/kit/objects.ts'

/**
 * The key of every shortcut of the product; `^` is Ctrl, or ⌘ on a Mac. Who handles one asks `isPressed` for it, and says by
 * `useShortcuts` that he does. What each of them does is loaded with the dialog that lists them.
 */
export const shortcuts = {
  palette: '^k',
  help: '?',
  save: '^s',
  fillDown: '^d',
  next: 'j',
  previous: 'k',
  approve: 'a',
  refuse: 'r',
  send: '^enter',
  correct: 'e',
  undo: 'z',
} as const

export type ShortcutName = keyof typeof shortcuts

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

export const isPressed = ({ key, ctrlKey, metaKey, altKey }: Pressed, name: ShortcutName) =>
  !altKey && (ctrlKey || metaKey ? '^' : '') + key.toLowerCase() === shortcuts[name]

/** Where a letter is a letter. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable="true"]') !== null

/** Under which a user keeps whether single letters do anything. */
export const letterKeys = 'review.areKeysOn'

type Registration = { names: string }
const registrations = new Set<Registration>()

/** Says that the component handles these while it is drawn. */
export const useShortcuts = (...handled: readonly ShortcutName[]) => {
  const names = handled.join(' ')
  useEffect(() => {
    const registration = { names }
    registrations.add(registration)
    return () => void registrations.delete(registration)
  }, [names])
}

/** Those that something on the page handles now, in the order of the table. */
export const handledShortcuts = (): ShortcutName[] => {
  const names = new Set([...registrations].flatMap(it => it.names.split(' ')))
  return keysOf(shortcuts).filter(it => names.has(it))
}
