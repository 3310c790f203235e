/**
 * Ref callback that sets attributes on a scroll container: whether its content overflows, and on which sides it
 * continues.
 */
export const observeOverflow = (frame: HTMLElement | null) => {
  if (!frame) return
  const update = () => {
    const { clientWidth } = frame
    const scrollWidth = Math.max(0, ...Array.from(frame.children, content => content.scrollWidth))
    frame.toggleAttribute('data-wide', scrollWidth > clientWidth)
    // Negative in languages written from right to left.
    const scrollLeft = Math.abs(frame.scrollLeft)
    frame.toggleAttribute('data-before', scrollLeft > 0)
    frame.toggleAttribute('data-after', scrollLeft + clientWidth < scrollWidth - 1)
  }
  const observer = new ResizeObserver(update)
  observer.observe(frame)
  for (const content of frame.children) observer.observe(content)
  frame.addEventListener('scroll', update, { passive: true })
  return () => {
    observer.disconnect()
    frame.removeEventListener('scroll', update)
  }
}
