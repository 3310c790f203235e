import { type RefObject, useEffect } from 'react'

/** Scrolls the phone in `container` to the block of the focused field, or to its top if the field has no block. */
export const useFollowField = (container: RefObject<HTMLElement | null>) =>
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const name = target instanceof Element && target.closest<HTMLElement>('[data-field]')?.dataset['field']
      const screen = container.current?.querySelector('.preview-screen')
      if (!name || !screen) return
      const block = screen.querySelector<HTMLElement>(`[data-block="${CSS.escape(name)}"]`)
      if (block instanceof HTMLDetailsElement) block.open = true
      const top = block
        ? block.getBoundingClientRect().top - screen.getBoundingClientRect().top
        : -screen.scrollTop
      screen.scrollTop += top
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [container])
