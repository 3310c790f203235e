import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import StarterKit from '@tiptap/starter-kit'

import { markup } from '../../../resources/domain/markup.ts'
import { VideoExtension } from './Video.ts'
import { PictureExtension } from './Picture.ts'

const { link } = markup.article
const isAllowed = (address: string) => link.test(address.trim())

/** What an article may hold (`markup.article`), so that nothing the server drops can be written. */
export const extensions = [
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
  // Widths are the reader's: no style and no columns in what is saved.
  Table.extend({ renderHTML: () => ['table', ['tbody', 0]] }).configure({ resizable: false }),
  TableRow,
  TableHeader,
  TableCell,
  PictureExtension,
  VideoExtension,
]
