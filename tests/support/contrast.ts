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

/** Runs in the page: the contrasts of every text and icon within the marked buttons, enabled and disabled. */
const measure = () => {
  type Rgba = [number, number, number, number]
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
  const known = new Map<string, Rgba>()
  const draw = (colour: string): Rgba => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data] as Rgba
  }
  const rgba = (colour: string): Rgba => {
    const drawn = known.get(colour) ?? draw(colour)
    known.set(colour, drawn)
    return drawn
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
  const isShown = (it: Element) => getComputedStyle(it).visibility !== 'hidden' && opacityOf(it) > 0.05
  const hasText = (it: Element) =>
    [...it.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '')
  const measureParts = (button: HTMLElement, availability: string) => {
    for (const animation of button.getAnimations({ subtree: true })) animation.finish()
    const name = button.getAttribute('aria-label') ?? button.textContent
    const parts = [button, ...button.querySelectorAll('*')].filter(isShown)
    return [
      ...parts.filter(hasText).map(it => ({ it, needed: 4.5 })),
      ...parts.filter(it => it.tagName === 'svg').map(it => ({ it, needed: 3 })),
    ].map(({ it, needed }) => {
      const behind = background(it)
      const front = over(faded(rgba(getComputedStyle(it).color), opacityOf(it)), behind)
      const ratio = ratioOf(front, behind)
      return { ratio, needed, availability, button: `${button.className} ${name.slice(0, 20)}` }
    })
  }
  const disable = (button: HTMLButtonElement, isOff: boolean) => {
    button.disabled = isOff
    // As MUI's component does.
    if (button.matches('.MuiButtonBase-root')) button.classList.toggle('Mui-disabled', isOff)
  }
  return [...document.querySelectorAll<HTMLElement>('[data-look]')].flatMap(button => {
    if (!(button instanceof HTMLButtonElement)) return measureParts(button, 'enabled')
    const wasDisabled = button.disabled
    disable(button, false)
    const enabled = measureParts(button, 'enabled')
    disable(button, true)
    const disabled = measureParts(button, 'disabled')
    disable(button, wasDisabled)
    return [...enabled, ...disabled]
  })
}

const pointerStates = {
  resting: [],
  hovered: ['hover'],
  pressed: ['hover', 'active'],
  focused: ['focus-visible'],
}

/** Lets the browser draw all marked buttons as if the pointer or the focus were on each of them. */
const forceState = async (session: CDPSession, forcedPseudoClasses: string[]) => {
  const { root } = await session.send('DOM.getDocument', { depth: 0 })
  const marked = { nodeId: root.nodeId, selector: '[data-look]' }
  const { nodeIds } = await session.send('DOM.querySelectorAll', marked)
  await Promise.all(
    nodeIds.map(nodeId => session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses })),
  )
}

/**
 * The contrasts of one button of each look on the page: enabled and disabled, each without the pointer, under it, pressed and
 * focused. Looks in `known` are left out; the new ones are added to it.
 */
export const contrastsOfButtons = async (page: Page, known: Set<string>): Promise<Contrast[]> => {
  const looks = await page.evaluate(markLooks, [...known])
  if (looks.length === 0) return []
  looks.forEach(it => known.add(it))
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const found: Contrast[] = []
  for (const [pointer, states] of Object.entries(pointerStates)) {
    await forceState(session, states)
    const measured = await page.evaluate(measure)
    found.push(
      ...measured.map(({ availability, ...it }) => ({ ...it, state: `${availability}, ${pointer}` })),
    )
  }
  await forceState(session, [])
  await session.detach()
  return found
}
