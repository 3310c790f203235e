import { Table, TableCell, TableHeader } from '@tiptap/extension-table'
import StarterKit from '@tiptap/starter-kit'

import { markup } from '../../../resources/domain/markup.ts'
import { figureExtensions } from './Figure.ts'
import { RowExtension } from './headRows.ts'
import { linkAttributes } from './linkAddress.ts'
import { PictureExtension } from './Picture.ts'
import { scriptExtensions } from './scripts.ts'
import { VideoExtension } from './Video.ts'

const { link } = markup.article
const isAllowed = (address: string) => link.test(address.trim())

/** Editor extensions for exactly the markup that the server accepts for articles (`markup.article`). */
export const articleExtensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    code: false,
    codeBlock: false,
    link: {
      openOnClick: false,
      isAllowedUri: isAllowed,
      shouldAutoLink: isAllowed,
      HTMLAttributes: linkAttributes,
    },
  }),
  // No column widths, because the server removes styles and readers have screens of different widths.
  Table.extend({ renderHTML: () => ['table', ['tbody', 0]] }).configure({ resizable: false }),
  RowExtension,
  TableHeader,
  TableCell,
  ...scriptExtensions,
  ...figureExtensions,
  PictureExtension,
  VideoExtension,
]
