import { configure } from '@testing-library/react'

/** What a person would read on the page, and what its fields hold; the markup of a whole page hides that. */
const pageAsRead = (): string => {
  const parts: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const field = node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement ? node : null
    const text = field ? `[${field.name || field.type}=${field.value}]` : (node.nodeValue ?? '')
    if (text.trim() && !node.parentElement?.closest('script, style')) parts.push(text.trim())
  }
  return parts.join(' | ')
}

configure({
  // A limit for waits that never succeed: on a machine that is ten times slower, a second would be too short.
  asyncUtilTimeout: 60_000,
  // Reads the document only when the message is read: most of these errors come from an early attempt and are never shown.
  getElementError: message => {
    const error = new Error()
    error.name = 'TestingLibraryElementError'
    const [first = '', ...further] = (message ?? '').split('\n')
    const get = () => [first, `The page: ${pageAsRead()}`, ...further].join('\n')
    return Object.defineProperty(error, 'message', { configurable: true, get })
  },
})
