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
  '.MsoCommentReference, a.msocomanchor, a[href^="#_msocom_"], a[name^="_msocom_"], a[id^="cmnt_ref"], a[href^="#cmnt_ref"]'
const isSpecialComment = (element: Element) => /mso-special-character:\s*comment/i.test(styleOf(element))
const isCommentList = (element: Element) => /mso-element:\s*comment-list/i.test(styleOf(element))
const isComment = (element: Element) => /mso-element:\s*comment\s*(;|$)/i.test(styleOf(element))

/** Removes comments and their anchors, and returns the number of comments. */
const dropComments = (body: Element): number => {
  // Word's conditional markup and the notes of LibreOffice are comments of HTML.
  for (const it of nodesOf(body, 128)) it.parentNode?.removeChild(it)
  const styled = [...body.querySelectorAll('[style]')]
  const comments = styled.filter(isComment)
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
  /(^|;)\s*display:\s*none/i,
  /(^|;)\s*visibility:\s*(hidden|collapse)/i,
  /(^|;)\s*mso-hide:\s*all/i,
  /(^|;)\s*opacity:\s*0?(\.0+)?%?\s*(!important\s*)?(;|$)/i,
]
const emptyBox = /(^|;)\s*(max-)?(height|width):\s*0(\.0+)?(px|pt|em|rem|%)?\s*(!important\s*)?(;|$)/i
const clipped = /(^|;)\s*overflow(-[xy])?:\s*(hidden|clip)/i
const noFontSize = /(^|;)\s*font-size:\s*0(\.0+)?(px|pt|em|rem|%)?\s*(!important\s*)?(;|$)/i

const isHidden = (element: Element) => {
  // The page of a WeChat article hides its text until it is loaded.
  if (element.matches('#js_content, .rich_media_content')) return false
  const style = styleOf(element)
  return (
    element.hasAttribute('hidden') ||
    hidingStyles.some(it => it.test(style)) ||
    (emptyBox.test(style) && clipped.test(style)) ||
    // A layout without gaps has this size on a frame, and the real one on what is in it.
    (noFontSize.test(style) && !element.querySelector('[style*="font-size"]'))
  )
}

/** Removes what its page does not show, and returns the number of texts and pictures among it. */
const dropHidden = (body: Element): number => {
  let count = 0
  for (const it of body.querySelectorAll('[style], [hidden]')) {
    if (!body.contains(it) || !isHidden(it)) continue
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
