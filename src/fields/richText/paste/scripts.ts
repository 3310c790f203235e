import { Mark } from '@tiptap/core'

const script = (name: 'sup' | 'sub', other: 'sup' | 'sub') =>
  Mark.create({
    name,
    excludes: other,
    parseHTML: () => [{ tag: name }],
    renderHTML: () => [name, 0],
  })

/** Raised and lowered text, as in m² and H₂O; a text is one or the other. */
export const scriptExtensions = [script('sup', 'sub'), script('sub', 'sup')]
