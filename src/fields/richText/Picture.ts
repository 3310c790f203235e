import Image from '@tiptap/extension-image'
import { ReactNodeViewRenderer } from '@tiptap/react'

import { fileAddress } from '../../../resources/kit/index.ts'
import { PictureView } from './PictureView.tsx'

/** Picture node with alternative text; while it is being uploaded, the attribute `upload` replaces its address. */
export const PictureExtension = Image.extend({
  addAttributes: () => ({
    src: { default: null },
    alt: { default: null },
    width: { default: null },
    height: { default: null },
    upload: {
      default: null,
      parseHTML: element => element.getAttribute('data-upload'),
      renderHTML: ({ upload }) => (upload ? { 'data-upload': String(upload) } : {}),
    },
  }),
  parseHTML: () => [
    { tag: 'img[data-upload]' },
    {
      tag: 'img[src]',
      getAttrs: element => (fileAddress.test(element.getAttribute('src') ?? '') ? null : false),
    },
  ],
  addNodeView: () => ReactNodeViewRenderer(PictureView),
})
