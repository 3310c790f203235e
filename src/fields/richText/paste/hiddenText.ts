// Text of a copied page that its reader did not see: hidden, transparent, without size, or outside the page. White text is
// not among it, since it may stand on a dark cell or picture.

type Style = ReadonlyMap<string, string>

/** The declarations of a style; of several of one property the last one counts. */
const parseStyle = (text: string): Style =>
  new Map(
    text.split(';').flatMap(declaration => {
      const colon = declaration.indexOf(':')
      if (colon < 0) return []
      const value = declaration.slice(colon + 1).replace(/!important/i, '')
      return [[declaration.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase()] as const]
    }),
  )

const length = /^(-?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))(px|pt|r?em|ex|ch|%|cm|in)?$/
/** A length in pixels, about: a hundredth of a surrounding length counts as one, and a letter as 16. */
const pixelsOf = (value = '') => {
  const [, number, unit = ''] = length.exec(value) ?? []
  return number === undefined
    ? null
    : Number(number) * (/em|ex|ch/.test(unit) ? 16 : /cm|in/.test(unit) ? 38 : 1)
}
const isFarAway = (value?: string) => (pixelsOf(value) ?? 0) <= -500
const isZero = (value?: string) => /^(?:0|0?\.0{1,9})%?$/.test(value ?? '')

const transparent = [
  /^transparent$/,
  /^(?:rgb|hsl)a\((?:[^,()]{1,20},){3}\s*(?:0|0?\.0{1,9})%?\s*\)$/,
  /\/\s*(?:0|0?\.0{1,9})%?\s*\)$/,
  /^#(?:[\da-f]{3}0|[\da-f]{6}00)$/,
]

const sizes = ['height', 'width', 'max-height', 'max-width']
const clips = ['overflow', 'overflow-x', 'overflow-y']
const sides = ['left', 'top', 'right', 'bottom']

/** Whether an element is invisible with all that it contains. */
const hidesAll = (element: Element, style: Style) => {
  const has = (properties: readonly string[], test: (value?: string) => boolean) =>
    properties.some(it => test(style.get(it)))
  const isOut = /^(?:absolute|fixed)$/.test(style.get('position') ?? '')
  return (
    element.hasAttribute('hidden') ||
    style.get('display') === 'none' ||
    isZero(style.get('opacity')) ||
    (has(clips, it => /^(?:hidden|clip)/.test(it ?? '')) && has(sizes, it => pixelsOf(it) === 0)) ||
    isFarAway(style.get('text-indent')) ||
    (isOut && has(sides, isFarAway)) ||
    (isOut && /^rect\((?:\s*[01](?:px)?\s*,?){4}\)$/.test(style.get('clip') ?? '')) ||
    /^inset\((?:50|100)%\)$/.test(style.get('clip-path') ?? '') ||
    /^scale\(0\)$/.test(style.get('transform') ?? '')
  )
}

/** What hides the text of an element, but not that of elements in it which say otherwise. */
type Hiding = { isInvisible: boolean; isWithoutSize: boolean; isTransparent: boolean }
const nothingHidden: Hiding = { isInvisible: false, isWithoutSize: false, isTransparent: false }

const inherited = (style: Style, outer: Hiding): Hiding => {
  const [visibility, color, pixels] = [
    style.get('visibility'),
    style.get('color'),
    pixelsOf(style.get('font-size')),
  ]
  // A gradient is seen through transparent letters.
  const isGradient = [...style].some(
    ([name, value]) => name.endsWith('background-clip') && /text/.test(value),
  )
  return {
    isInvisible:
      style.get('mso-hide') === 'all' ||
      (visibility ? /^(?:hidden|collapse)$/.test(visibility) : outer.isInvisible),
    isWithoutSize: style.has('font-size') ? pixels !== null && pixels < 1 : outer.isWithoutSize,
    isTransparent: isGradient
      ? false
      : color && color !== 'inherit'
        ? transparent.some(it => it.test(color))
        : outer.isTransparent,
  }
}

/** The page of a WeChat article hides its text until it is loaded. */
const isShownLater = (element: Element) => element.matches('#js_content, .rich_media_content')

/**
 * Removes what its page does not show, and returns the number of texts and pictures among it. `styleOf` gives the rules of
 * copied style sheets for an element, then its own style.
 */
export const dropHidden = (body: Element, styleOf: (element: Element) => string): number => {
  const pictures = 'img, video'
  const drop = (node: ChildNode, picture: boolean) => {
    node.remove()
    return picture || node.textContent?.trim() ? 1 : 0
  }
  const dropIn = (element: Element, outer: Hiding): number => {
    const style = isShownLater(element) ? new Map<string, string>() : parseStyle(styleOf(element))
    if (element !== body && hidesAll(element, style))
      return drop(element, element.matches(pictures) || element.querySelector(pictures) !== null)
    const hiding = style.size > 0 ? inherited(style, outer) : outer
    if (hiding.isInvisible && element.matches(pictures)) return drop(element, true)
    const isHidden = Object.values(hiding).some(Boolean)
    let count = 0
    if (isHidden)
      for (const child of Array.from(element.childNodes))
        if (child.nodeType === 3) count += drop(child, false)
    for (const child of Array.from(element.children)) count += dropIn(child, hiding)
    if (isHidden && element !== body && element.childNodes.length === 0) element.remove()
    // The pieces of one hidden text count once.
    return isHidden && !Object.values(outer).some(Boolean) ? Math.min(count, 1) : count
  }
  return dropIn(body, nothingHidden)
}
