import { useEffect, useSyncExternalStore } from 'react'

import { keysOf } from '../../resources/kit/objects.ts'

/**
 * Keys of all shortcuts; `^` stands for Ctrl, or ⌘ on a Mac. A component that handles one checks `isPressed` and registers
 * it with `useShortcuts`. Descriptions are loaded with the dialog that lists the shortcuts.
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

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

export const isPressed = ({ key, ctrlKey, metaKey, altKey }: KeyPress, name: ShortcutName) =>
  !altKey && (ctrlKey || metaKey ? '^' : '') + key.toLowerCase() === shortcuts[name]

/** Whether the target is a text input, where letters must not trigger shortcuts. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable="true"]') !== null

/** Key of the stored preference that switches single-letter shortcuts on or off. */
export const letterKeysStoreKey = 'review.areKeysOn'

type Registration = { names: string }
const activeRegistrations = new Set<Registration>()
const listeners = new Set<() => void>()
const notify = () => listeners.forEach(it => it())

/** Registers shortcuts while the component is mounted, so that the help dialog lists them. */
export const useShortcuts = (...handled: readonly ShortcutName[]) => {
  const names = handled.join(' ')
  useEffect(() => {
    const registration = { names }
    activeRegistrations.add(registration)
    notify()
    return () => {
      activeRegistrations.delete(registration)
      notify()
    }
  }, [names])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const readNames = () => [...activeRegistrations].map(it => it.names).join(' ')

/** Shortcuts that mounted components handle now, in the order of the table. */
export const useHandledShortcuts = (): ShortcutName[] => {
  const names = useSyncExternalStore(subscribe, readNames).split(' ')
  return keysOf(shortcuts).filter(it => names.includes(it))
}
