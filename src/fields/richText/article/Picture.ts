import Image from '@tiptap/extension-image'
import { ReactNodeViewRenderer } from '@tiptap/react'

import { markup } from '../../../../resources/domain/markup.ts'
import { fileAddress } from '../../../../resources/kit/index.ts'
import { linkAttributes } from '../links/linkAddress.ts'
import { PictureView } from './PictureView.tsx'

/** The address of the link around a picture, which a mark of the text could not hold. */
const linkAround = (element: Element) => {
  const href = element.closest('a')?.getAttribute('href')?.trim() ?? ''
  return markup.article.link.test(href) ? href : null
}

/** Picture node with alternative text; while it is being uploaded, the attribute `upload` replaces its address. */
export const PictureExtension = Image.extend({
  addAttributes: () => ({
    src: { default: null },
    alt: { default: null },
    width: { default: null },
    height: { default: null },
    link: { default: null, parseHTML: linkAround, renderHTML: () => ({}) },
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
  renderHTML: ({ node, HTMLAttributes }) => {
    const href: unknown = node.attrs['link']
    const picture = ['img', HTMLAttributes] as const
    return typeof href === 'string' ? ['a', { href, ...linkAttributes }, picture] : picture
  },
  addNodeView: () => ReactNodeViewRenderer(PictureView),
})
