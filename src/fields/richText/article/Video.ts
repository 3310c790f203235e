import { mergeAttributes, Node } from '@tiptap/core'

import { fileAddress } from '../../../../resources/kit/index.ts'

/** Video node, with an address in the file store or any https address. */
export const VideoExtension = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: null },
    poster: { default: null },
    width: { default: null },
    height: { default: null },
  }),
  parseHTML: () => [
    {
      tag: 'video[src]',
      getAttrs: element => (fileAddress.test(element.getAttribute('src') ?? '') ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['video', mergeAttributes(HTMLAttributes, { controls: '' })],
})
