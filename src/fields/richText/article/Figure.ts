import { Node } from '@tiptap/core'

/** A picture, video or table with its caption, which readers see before or below it. */
export const figureExtensions = [
  Node.create({
    name: 'figure',
    group: 'block',
    content: '(block | figcaption)+',
    defining: true,
    parseHTML: () => [{ tag: 'figure' }],
    renderHTML: () => ['figure', 0],
  }),
  Node.create({
    name: 'figcaption',
    content: 'inline*',
    defining: true,
    parseHTML: () => [{ tag: 'figcaption' }],
    renderHTML: () => ['figcaption', 0],
  }),
]
