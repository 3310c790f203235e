import { type Editor, getHTMLFromFragment } from '@tiptap/core'

/** Marks a row of the head of a table within the editor, whose tables have rows only. */
export const headMark = 'data-head'

/** Puts the rows of the head of a table, which the editor has no node for, into `thead`. */
const groupHeadRows = (table: HTMLTableElement) => {
  const rows = [...table.rows].filter(row => row.closest('table') === table && row.hasAttribute(headMark))
  if (rows.length === 0) return
  const head = table.ownerDocument.createElement('thead')
  for (const row of rows) row.removeAttribute(headMark)
  head.append(...rows)
  table.prepend(head)
}

/** The text of an editor as it is stored; null if it is empty. */
export const editorHtml = (editor: Editor) => {
  if (editor.isEmpty) return null
  const html = getHTMLFromFragment(editor.state.doc.content, editor.schema)
  if (!html.includes(headMark)) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const table of body.querySelectorAll('table')) groupHeadRows(table)
  return body.innerHTML
}
