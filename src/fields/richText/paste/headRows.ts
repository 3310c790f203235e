import { TableRow } from '@tiptap/extension-table'

import { headMark } from '../editorHtml.ts'

const isInHead = (row: Element) => row.closest('thead') !== null || row.hasAttribute(headMark)

/** Rows of tables that remember whether they belong to the head. */
export const RowExtension = TableRow.extend({
  addAttributes: () => ({
    isHead: {
      default: false,
      parseHTML: isInHead,
      renderHTML: ({ isHead }) => (isHead === true ? { [headMark]: '' } : {}),
    },
  }),
})
