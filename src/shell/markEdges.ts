/** Marks a frame that its content is wider than, and the sides on which that goes on, for its style sheet; a ref. */
export const markEdges = (frame: HTMLElement | null) => {
  if (!frame) return
  const mark = () => {
    const { clientWidth } = frame
    const scrollWidth = Math.max(0, ...Array.from(frame.children, content => content.scrollWidth))
    frame.toggleAttribute('data-wide', scrollWidth > clientWidth)
    // Below zero where the language is written from the right.
    const scrollLeft = Math.abs(frame.scrollLeft)
    frame.toggleAttribute('data-before', scrollLeft > 0)
    frame.toggleAttribute('data-after', scrollLeft + clientWidth < scrollWidth - 1)
  }
  const observer = new ResizeObserver(mark)
  observer.observe(frame)
  for (const content of frame.children) observer.observe(content)
  frame.addEventListener('scroll', mark, { passive: true })
  return () => {
    observer.disconnect()
    frame.removeEventListener('scroll', mark)
  }
}
