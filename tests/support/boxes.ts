import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Runs in the page: what keeps an element from being seen as a whole, after it was scrolled into view; null if nothing
 * does. It must lie inside the window and inside every ancestor that clips or scrolls, its own content must not be cut,
 * and at its corners and in its middle nothing else may be on top.
 */
const obstacleOf = (element: Element): string | null => {
  const nameOf = (it: Element) => `${it.tagName.toLowerCase()}.${it.getAttribute('class') ?? ''}`
  element.scrollIntoView({ block: 'center', inline: 'nearest' })
  const box = element.getBoundingClientRect()
  const exceeds = (edge: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>) =>
    box.left < edge.left - 1 ||
    box.right > edge.right + 1 ||
    box.top < edge.top - 1 ||
    box.bottom > edge.bottom + 1
  if (exceeds({ left: 0, top: 0, right: innerWidth, bottom: innerHeight })) return 'reaches out of the window'
  const { overflowX } = getComputedStyle(element)
  if (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) return 'cuts its own content'
  for (let it = element.parentElement; it && it !== document.body; it = it.parentElement) {
    const style = getComputedStyle(it)
    if (style.display === 'contents' || (style.overflowX === 'visible' && style.overflowY === 'visible'))
      continue
    if (exceeds(it.getBoundingClientRect())) return `reaches out of ${nameOf(it)}`
    if (it.scrollLeft !== 0) return `is seen only after ${nameOf(it)} was scrolled sideways`
  }
  const points = [
    [box.left + 3, box.top + 3],
    [box.right - 3, box.top + 3],
    [box.left + 3, box.bottom - 3],
    [box.right - 3, box.bottom - 3],
    [(box.left + box.right) / 2, (box.top + box.bottom) / 2],
  ] as const
  for (const [x, y] of points) {
    const top = document.elementFromPoint(x, y)
    if (top && top !== element && !element.contains(top) && !top.contains(element))
      return `is covered by ${nameOf(top)}`
  }
  return null
}

/** Every element that the locator finds lies inside what clips it and under nothing. At least one must be found. */
export const expectUncovered = async (locator: Locator) => {
  await locator.first().waitFor()
  for (const element of await locator.all()) expect(await element.evaluate(obstacleOf)).toBeNull()
}

/**
 * Runs in the page: the sticky elements that have left their place although the box that scrolls them is at its start,
 * so that they cover what follows, and the dialogs that are wider than their surface or reach out of the window.
 */
const misplacedParts = (): string[] => {
  const nameOf = (it: Element) => `${it.tagName.toLowerCase()}.${it.getAttribute('class') ?? ''}`
  const scrollerOf = (element: Element): Element => {
    for (let it = element.parentElement; it && it !== document.body; it = it.parentElement)
      if (/auto|scroll|hidden/.test(getComputedStyle(it).overflowY)) return it
    return document.scrollingElement!
  }
  const heads = [...document.querySelectorAll<HTMLElement>('body *')].filter(it => {
    const { position, top } = getComputedStyle(it)
    return position === 'sticky' && top !== 'auto' && it.offsetParent !== null
  })
  const moved = heads.flatMap(head => {
    const scroller = scrollerOf(head)
    const { scrollTop } = scroller
    scroller.scrollTop = 0
    const stuck = head.getBoundingClientRect().top
    head.style.setProperty('position', 'static', 'important')
    const natural = head.getBoundingClientRect().top
    head.style.removeProperty('position')
    scroller.scrollTop = scrollTop
    return Math.abs(stuck - natural) > 1 ? [`${nameOf(head)} is moved by ${stuck - natural} px`] : []
  })
  const surfaces = [...document.querySelectorAll('[role=dialog]')].filter(it => it.clientWidth > 0)
  const cut = surfaces.flatMap(surface => {
    const { left, right, top, bottom } = surface.getBoundingClientRect()
    const isOutside = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1
    const isCut = surface.scrollWidth > surface.clientWidth + 1
    return isOutside || isCut
      ? [`${nameOf(surface)} ${isCut ? 'cuts its content' : 'leaves the window'}`]
      : []
  })
  return [...moved, ...cut]
}

/** Sticky headings rest at their place until something is scrolled, and open dialogs show their whole width. */
export const expectPlaced = async (page: Page) =>
  expect(await page.evaluate(misplacedParts), `places of ${page.url()}`).toEqual([])
