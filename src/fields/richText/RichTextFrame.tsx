import { type Editor, EditorContent } from '@tiptap/react'
import type { ReactNode, Ref } from 'react'

import { countCharacters } from '../../../resources/kit/index.ts'
import type { DescribedControl } from '../aria.ts'
import { Counter, FieldControl } from '../FieldControl.tsx'
import { useEditorState } from './useEditorState.ts'

import './proseMirror.css'
import './richText.css'

type Props = {
  described: DescribedControl
  max: number
  editor: Editor
  /** Toolbars above the text. */
  head: ReactNode
  frameRef?: Ref<HTMLDivElement>
  children?: ReactNode
}

/** Frame of an editor: label, character counter, toolbars, text. */
export const RichTextFrame = ({ described, max, editor, head, frameRef, children }: Props) => {
  const length = useEditorState(editor, it => countCharacters(it.state.doc.textContent))
  return (
    <FieldControl {...described} isGroup aside={<Counter length={length} max={max} />}>
      <div className="rich-frame" ref={frameRef}>
        <div className="rich-head">{head}</div>
        <EditorContent editor={editor} />
      </div>
      {children}
    </FieldControl>
  )
}
