import type { CDPSession, Page } from 'playwright-core'

/** A colour of the text or icon of a button on what is behind it. */
export type Contrast = { button: string; state: string; ratio: number; needed: number }

/** Runs in the page: marks one button of each look that is not known, and returns those looks in the order of their marks. */
const markLooks = (known: readonly string[]) => {
  const looks = new Map<string, Element>()
  for (const it of document.querySelectorAll('button, a.MuiButton-root, [role=option], [role^=menuitem]')) {
    if (!it.checkVisibility()) continue
    const attributes = ['aria-pressed', 'aria-selected', 'aria-checked'].map(name => it.getAttribute(name))
    const parents = `${it.parentElement?.className} ${it.parentElement?.parentElement?.className}`
    const look = `${it.tagName} ${it.className} ${attributes.join()} ${it.textContent === ''} in ${parents}`
    if (!looks.has(look) && !known.includes(look)) looks.set(look, it)
  }
  for (const it of document.querySelectorAll('[data-look]')) it.removeAttribute('data-look')
  ;[...looks.values()].forEach((it, at) => it.setAttribute('data-look', String(at)))
  return [...looks.keys()]
}

/** Runs in the page: the contrast of every text and icon within a marked button. */
const measure = ({ mark, isDisabled }: { mark: string; isDisabled: boolean }) => {
  const button = document.querySelector<HTMLElement>(`[data-look="${mark}"]`)
  if (!button) return []
  const isNative = button instanceof HTMLButtonElement
  if (isDisabled && !isNative) return []
  const wasDisabled = isNative && button.disabled
  const disable = (isOff: boolean) => {
    if (!isNative) return
    button.disabled = isOff
    // As MUI's component does.
    if (button.matches('.MuiButtonBase-root')) button.classList.toggle('Mui-disabled', isOff)
  }
  disable(isDisabled)
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
  type Rgba = [number, number, number, number]
  const rgba = (colour: string): Rgba => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data] as Rgba
  }
  const over = ([r, g, b, a]: Rgba, below: Rgba): Rgba => {
    const mix = (one: number, other: number) => one * (a / 255) + other * (1 - a / 255)
    return [mix(r, below[0]), mix(g, below[1]), mix(b, below[2]), 255]
  }
  const faded = (colour: Rgba, opacity: number): Rgba => [
    colour[0],
    colour[1],
    colour[2],
    colour[3] * opacity,
  ]
  const background = (element: Element | null): Rgba => {
    if (!element) return [255, 255, 255, 255]
    const { backgroundColor, opacity } = getComputedStyle(element)
    return over(faded(rgba(backgroundColor), Number(opacity)), background(element.parentElement))
  }
  const opacityOf = (element: Element | null): number =>
    element ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1
  const luminance = (colour: Rgba) => {
    const [r, g, b] = colour.slice(0, 3).map(part => {
      const value = part / 255
      return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
  }
  const ratioOf = (one: Rgba, other: Rgba) => {
    const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
    return (light! + 0.05) / (dark! + 0.05)
  }
  for (const animation of button.getAnimations({ subtree: true })) animation.finish()
  const isShown = (it: Element) => getComputedStyle(it).visibility !== 'hidden' && opacityOf(it) > 0.05
  const hasText = (it: Element) =>
    [...it.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '')
  const parts = [button, ...button.querySelectorAll('*')].filter(it => isShown(it))
  const measured = [
    ...parts.filter(hasText).map(it => ({ it, needed: 4.5 })),
    ...parts.filter(it => it.tagName === 'svg').map(it => ({ it, needed: 3 })),
  ].map(({ it, needed }) => {
    const behind = background(it)
    const front = over(faded(rgba(getComputedStyle(it).color), opacityOf(it)), behind)
    return { ratio: ratioOf(front, behind), needed }
  })
  disable(wasDisabled)
  const name = button.getAttribute('aria-label') ?? button.textContent
  return measured.map(it => ({ ...it, button: `${button.className} ${name.slice(0, 20)}` }))
}

const pointerStates = {
  resting: [],
  hovered: ['hover'],
  pressed: ['hover', 'active'],
  focused: ['focus-visible'],
}

const withForcedState = async (
  session: CDPSession,
  mark: string,
  states: readonly string[],
  work: () => Promise<void>,
) => {
  const { root } = await session.send('DOM.getDocument', { depth: 0 })
  const { nodeId } = await session.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: `[data-look="${mark}"]`,
  })
  if (nodeId === 0) return
  await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [...states] })
  await work()
  await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [] })
}

/**
 * The contrasts of one button of each look on the page: enabled and disabled, each without the pointer, under it, pressed and
 * focused. Looks in `known` are left out; the new ones are added to it.
 */
export const contrastsOfButtons = async (page: Page, known: Set<string>): Promise<Contrast[]> => {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const found: Contrast[] = []
  const looks = await page.evaluate(markLooks, [...known])
  for (const mark of looks.keys())
    for (const [pointer, states] of Object.entries(pointerStates))
      await withForcedState(session, String(mark), states, async () => {
        for (const isDisabled of [false, true]) {
          const state = `${isDisabled ? 'disabled' : 'enabled'}, ${pointer}`
          const measured = await page.evaluate(measure, { mark: String(mark), isDisabled })
          found.push(...measured.map(it => ({ ...it, state })))
        }
      })
  looks.forEach(it => known.add(it))
  await session.detach()
  return found
}
