import StarterKit from '@tiptap/starter-kit'

import { markup, type MarkupSet } from '../../../resources/domain/markup.ts'
import { linkAttributes } from './links/linkAddress.ts'

/** The common extensions of an editor, for exactly the markup that the server accepts for texts of this set. */
export const starterKitFor = (set: MarkupSet) => {
  const isAllowed = (address: string) => markup[set].link.test(address.trim())
  return StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    code: false,
    codeBlock: false,
    link: {
      openOnClick: false,
      isAllowedUri: isAllowed,
      shouldAutoLink: isAllowed,
      HTMLAttributes: linkAttributes,
    },
  })
}
