import { stripInvisibleInText } from '../../../../resources/domain/invisibleCharacters.ts'
import { dropHidden } from './hiddenText.ts'

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
  '.MsoCommentReference, .CommentReference, [data-ccp-charstyle^="annotation"], a.msocomanchor, a[href^="#_msocom_"], a[name^="_msocom_"], a[id^="cmnt_ref"], .sdcommentanc'
/** The texts of comments of Word, WPS, LibreOffice and Google Docs, with or without their list. */
const commentTexts =
  '.msocomtxt, .MsoCommentText, .MsoCommentSubject, .CommentText, .CommentSubject, [data-ccp-parastyle^="annotation"], ' +
  '[id^="sdcomment"], comment, a[href^="#cmnt_ref"]'
/** Google Docs has its comments in blocks of which each begins with a link back to the text. */
const commentOf = (element: Element) => {
  // Word Online names the style of the paragraph on its texts.
  if (element.hasAttribute('data-ccp-parastyle')) return element.closest('p') ?? element
  if (element.localName !== 'a') return element
  const block = element.closest('div')
  const begins = block?.textContent.trim().startsWith(element.textContent.trim())
  return (begins ? block : element.closest('p')) ?? element
}
const isSpecialComment = (element: Element) => /mso-special-character:\s*comment/i.test(styleOf(element))
const isCommentList = (element: Element) => /mso-element:\s*comment-list/i.test(styleOf(element))
const isComment = (element: Element) => /mso-element:\s*comment\s*(;|$)/i.test(styleOf(element))

const isWithin = (element: Element, others: ReadonlySet<Element>) => {
  for (let it = element.parentElement; it; it = it.parentElement) if (others.has(it)) return true
  return false
}

/** Removes comments and their anchors, and returns the number of comments. */
const dropComments = (body: Element): number => {
  // Word's conditional markup and the notes of LibreOffice are comments of HTML.
  for (const it of nodesOf(body, 128)) it.parentNode?.removeChild(it)
  const styled = [...body.querySelectorAll('[style]')]
  const texts = [...body.querySelectorAll(commentTexts)].map(commentOf).filter(it => it !== body)
  const blocks = new Set([...styled.filter(isComment), ...texts])
  const comments = [...blocks].filter(it => !isWithin(it, blocks))
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

/** Elements that match a selector of a copied style sheet; a selector that cannot be read matches none. */
const matching = (body: Element, selector: string) => {
  try {
    return [...body.querySelectorAll(selector)]
  } catch {
    return []
  }
}

/** Word processors hide texts by one or two styles of a document; the limit bounds the time for any other page. */
const maxRules = 200
/** What a rule that hides texts, or shows them again, contains. */
const hidingWords =
  /display|visibility|mso-hide|opacity|font-size\s*:\s*[.0]|transparent|rgba|hsla|\/\s*0|#[\da-f]{3}0\b|#[\da-f]{6}00\b|-\d{3}|clip|hidden|scale/i

/** The rules of the copied style sheets for each element, in their order; those within @media are not for a screen. */
const styleSheetRules = (body: Element) => {
  const rules = new Map<Element, string>()
  let count = 0
  for (const sheet of body.ownerDocument.querySelectorAll('style')) {
    let depth = 0
    let selector = ''
    for (const part of sheet.textContent.replaceAll(/<!--|-->/g, '').split(/(?<=[{}])/)) {
      const text = part.slice(0, -1)
      if (part.endsWith('{')) {
        if (depth === 0) selector = text
        depth++
      } else {
        if (depth === 1 && hidingWords.test(text) && ++count <= maxRules)
          for (const it of matching(body, selector)) rules.set(it, `${rules.get(it) ?? ''}${text};`)
        depth = Math.max(0, depth - 1)
      }
    }
  }
  return rules
}

/** Removes comments, hidden text and characters without width, which editors and watermarks leave, from copied HTML. */
export const dropInvisible = (body: Element) => {
  const rules = styleSheetRules(body)
  const comments = dropComments(body)
  const removed = { comments, hidden: dropHidden(body, it => (rules.get(it) ?? '') + styleOf(it)) }
  for (const it of nodesOf(body, 4)) it.textContent = stripInvisibleInText(it.textContent ?? '')
  return removed
}
