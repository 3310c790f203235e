// What copied text contains besides what its reader saw: comments, hidden text and characters without width.

const styleOf = (element: Element) => element.getAttribute('style') ?? ''

/** The text nodes (4) or comments (128) of a document; the numbers are those of `NodeFilter`. */
export const nodesOf = (body: Element, kind: 4 | 128) => {
  const walker = body.ownerDocument.createTreeWalker(body, kind)
  const found: Node[] = []
  while (walker.nextNode()) found.push(walker.currentNode)
  return found
}

/** Word and WPS put the comments behind the text, and an anchor for each into it. */
const commentAnchors =
  '.MsoCommentReference, a.msocomanchor, a[href^="#_msocom_"], a[name^="_msocom_"], a[id^="cmnt_ref"], .sdcommentanc'
/** The texts of comments of Word, WPS, LibreOffice and Google Docs, with or without their list. */
const commentTexts =
  '.msocomtxt, .MsoCommentText, .MsoCommentSubject, [id^="sdcomment"], comment, a[href^="#cmnt_ref"]'
/** Google Docs has its comments in blocks of which each begins with a link back to the text. */
const commentOf = (element: Element) => {
  if (element.localName !== 'a') return element
  const block = element.closest('div')
  const begins = block?.textContent.trim().startsWith(element.textContent.trim())
  return (begins ? block : element.closest('p')) ?? element
}
const isSpecialComment = (element: Element) => /mso-special-character:\s*comment/i.test(styleOf(element))
const isCommentList = (element: Element) => /mso-element:\s*comment-list/i.test(styleOf(element))
const isComment = (element: Element) => /mso-element:\s*comment\s*(;|$)/i.test(styleOf(element))

/** Removes comments and their anchors, and returns the number of comments. */
const dropComments = (body: Element): number => {
  // Word's conditional markup and the notes of LibreOffice are comments of HTML.
  for (const it of nodesOf(body, 128)) it.parentNode?.removeChild(it)
  const styled = [...body.querySelectorAll('[style]')]
  const texts = [...body.querySelectorAll(commentTexts)].map(commentOf).filter(it => it !== body)
  const blocks = [...new Set([...styled.filter(isComment), ...texts])]
  const comments = blocks.filter(it => !blocks.some(other => other !== it && other.contains(it)))
  for (const it of blocks) it.remove()
  for (const it of styled) if (isCommentList(it) || isComment(it)) it.remove()
  const anchors = [...body.querySelectorAll(commentAnchors), ...styled.filter(isSpecialComment)]
  let anchorCount = 0
  for (const it of anchors) {
    if (!body.contains(it)) continue
    if (it.textContent.trim() !== '') anchorCount++
    it.remove()
  }
  return Math.max(comments.length, anchorCount)
}

const hidingStyles = [
  /(^|;)\s*display\s*:\s*none/i,
  /(^|;)\s*visibility\s*:\s*(hidden|collapse)/i,
  /(^|;)\s*mso-hide\s*:\s*all/i,
  /(^|;)\s*opacity\s*:\s*0?(\.0+)?%?\s*(!important\s*)?(;|$)/i,
]
const emptyBox = /(^|;)\s*(max-)?(height|width)\s*:\s*0(\.0+)?(px|pt|em|rem|%)?\s*(!important\s*)?(;|$)/i
const clipped = /(^|;)\s*overflow(-[xy])?\s*:\s*(hidden|clip)/i
const noFontSize = /(^|;)\s*font-size\s*:\s*0(\.0+)?(px|pt|em|rem|%)?\s*(!important\s*)?(;|$)/i

const hides = (style: string) => hidingStyles.some(it => it.test(style))

/** Elements that match a selector of a copied style sheet; a selector that cannot be read matches none. */
const matching = (body: Element, selector: string) => {
  try {
    return [...body.querySelectorAll(selector)]
  } catch {
    return []
  }
}

/** The elements that the style sheets of the source hide. Rules within @media and the like are not those of a screen. */
const hiddenByRules = (body: Element) => {
  const hidden = new Set<Element>()
  for (const sheet of body.ownerDocument.querySelectorAll('style')) {
    let depth = 0
    let selector = ''
    for (const part of sheet.textContent.replaceAll(/<!--|-->/g, '').split(/(?<=[{}])/)) {
      const text = part.slice(0, -1)
      if (part.endsWith('{')) {
        if (depth === 0) selector = text
        depth++
      } else {
        if (depth === 1 && hides(text)) for (const it of matching(body, selector)) hidden.add(it)
        depth = Math.max(0, depth - 1)
      }
    }
  }
  return hidden
}

const isHidden = (element: Element) => {
  // The page of a WeChat article hides its text until it is loaded.
  if (element.matches('#js_content, .rich_media_content')) return false
  const style = styleOf(element)
  return (
    element.hasAttribute('hidden') ||
    hides(style) ||
    (emptyBox.test(style) && clipped.test(style)) ||
    // A layout without gaps has this size on a frame, and the real one on what is in it.
    (noFontSize.test(style) && !element.querySelector('[style*="font-size"]'))
  )
}

/** Removes what its page does not show, and returns the number of texts and pictures among it. */
const dropHidden = (body: Element): number => {
  let count = 0
  const byRules = [...hiddenByRules(body)].filter(
    it => !it.matches('#js_content, .rich_media_content') && !/display\s*:(?!\s*none)/i.test(styleOf(it)),
  )
  const styled = [...body.querySelectorAll('[style], [hidden]')].filter(isHidden)
  for (const it of new Set([...byRules, ...styled])) {
    if (!body.contains(it)) continue
    if (it.textContent.trim() !== '' || it.querySelector('img, video')) count++
    it.remove()
  }
  return count
}

/**
 * Characters without width, except variation selectors and the joiners within an emoji. Editors and watermarks leave
 * them in texts.
 */
const withoutWidth =
  /(?![\t\n\r\u200D\p{Variation_Selector}])[\p{Default_Ignorable_Code_Point}\p{Cc}]|\u200D(?!\p{Extended_Pictographic})/gu

/** Removes comments, hidden text and characters without width from copied HTML. */
export const dropInvisible = (body: Element) => {
  const removed = { comments: dropComments(body), hidden: dropHidden(body) }
  for (const it of nodesOf(body, 4)) it.textContent = (it.textContent ?? '').replace(withoutWidth, '')
  return removed
}
