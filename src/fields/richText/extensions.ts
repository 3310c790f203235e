import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import StarterKit from '@tiptap/starter-kit'

import { markup } from '../../../resources/domain/markup.ts'
import { VideoExtension } from './Video.ts'
import { PictureExtension } from './Picture.ts'

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
      HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer nofollow' },
    },
  }),
  // No column widths, because the server removes styles and readers have screens of different widths.
  Table.extend({ renderHTML: () => ['table', ['tbody', 0]] }).configure({ resizable: false }),
  TableRow,
  TableHeader,
  TableCell,
  PictureExtension,
  VideoExtension,
]
