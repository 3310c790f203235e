import { type RefObject, useEffect } from 'react'

/** Scrolls the phone in `place`, and nothing around it, to what the field shows that gets the focus; to its top otherwise. */
export const useFollowField = (place: RefObject<HTMLElement | null>) =>
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const name = target instanceof Element && target.closest<HTMLElement>('[data-field]')?.dataset['field']
      const screen = place.current?.querySelector('.preview-screen')
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
  }, [place])
