const unknownMark = /^(#|[*+] |\d+\. |```|!\[)|\*\*|\]\(/m

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const tableRow = (line: string, tag: 'th' | 'td') => {
  const cells = line.split('|').slice(1, -1)
  return `<tr>${cells.map(cell => `<${tag}>${cell.trim()}</${tag}>`).join('')}</tr>`
}

const table = ([head = '', , ...rows]: string[]) =>
  `<table><tbody>${tableRow(head, 'th')}${rows.map(row => tableRow(row, 'td')).join('')}</tbody></table>`

/** The lines without the given mark; null when one of them does not begin with it. */
const linesAfter = (mark: string, lines: string[]) =>
  lines.every(line => line.startsWith(mark)) ? lines.map(line => line.slice(mark.length)) : null

const blockToHtml = (block: string): string => {
  const lines = block.split('\n')
  const headings = linesAfter('## ', lines)
  const quotation = linesAfter('> ', lines)
  const items = linesAfter('- ', lines)
  if (headings) return headings.map(text => `<h2>${text}</h2>`).join('')
  if (quotation) return `<blockquote>${quotation.map(text => `<p>${text}</p>`).join('')}</blockquote>`
  if (items) return `<ul>${items.map(text => `<li>${text}</li>`).join('')}</ul>`
  if (linesAfter('|', lines)) return table(lines)
  if (unknownMark.test(block)) throw new Error(`Markdown that is not known here: ${block.slice(0, 40)}`)
  return `<p>${lines.join(' ')}</p>`
}

/**
 * Converts the Markdown that the demo's texts need: paragraphs, `## ` headings, `> ` quotations, `- ` lists
 * and tables, separated by empty lines. Other marks are refused.
 */
export const markdownToHtml = (markdown: string): string =>
  escapeHtml(markdown.replaceAll('\r', ''))
    .trim()
    .split(/\n{2,}/)
    .map(blockToHtml)
    .join('')
