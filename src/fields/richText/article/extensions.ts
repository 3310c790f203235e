import { Table, TableCell, TableHeader } from '@tiptap/extension-table'

import { figureExtensions } from './Figure.ts'
import { RowExtension } from '../paste/headRows.ts'
import { PictureExtension } from './Picture.ts'
import { scriptExtensions } from '../paste/scripts.ts'
import { starterKitFor } from '../starterKit.ts'
import { VideoExtension } from './Video.ts'

/** Editor extensions for exactly the markup that the server accepts for articles (`markup.article`). */
export const articleExtensions = [
  starterKitFor('article'),
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
