import { type Editor, EditorContent } from '@tiptap/react'
import type { ReactNode, Ref } from 'react'

import { type Field, countCharacters } from '../../../resources/kit/index.ts'
import { Counter, FieldFrame } from '../FieldFrame.tsx'
import { useEditorState } from './useEditorState.ts'

import './proseMirror.css'
import './richText.css'

type Props = {
  id: string
  field: Field<'richText'>
  error: string | undefined
  editor: Editor
  /** Toolbars above the text. */
  head: ReactNode
  frameRef?: Ref<HTMLDivElement>
  children?: ReactNode
}

/** Frame of an editor: label, character counter, toolbars, text. */
export const RichTextFrame = ({ id, field, error, editor, head, frameRef, children }: Props) => {
  const length = useEditorState(editor, it => countCharacters(it.state.doc.textContent))
  return (
    <FieldFrame
      id={id}
      field={field}
      error={error}
      isGroup
      aside={<Counter length={length} max={field.max} />}
    >
      <div className="rich-frame" ref={frameRef}>
        <div className="rich-head">{head}</div>
        <EditorContent editor={editor} />
      </div>
      {children}
    </FieldFrame>
  )
}
