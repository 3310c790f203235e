import { createDocument } from '@tiptap/core'
import { type Editor, useEditor, type UseEditorOptions } from '@tiptap/react'
import { useEvent } from 'ra-core'
import { useEffect, useRef } from 'react'

import { whenIdle } from '../../shell/whenIdle.ts'
import { describedBy, type InputProps, useField } from '../useField.ts'

const htmlOf = (editor: Editor) => (editor.isEmpty ? null : editor.getHTML())

/** The text of a form is another one only if it reads differently: the server writes attributes in its own order. */
const take = (editor: Editor, html: string | null) => {
  const other = createDocument(html ?? '', editor.schema)
  if (!editor.state.doc.eq(other)) editor.commands.setContent(html ?? '', { emitUpdate: false })
}

type Options = Pick<UseEditorOptions, 'extensions' | 'editorProps' | 'onCreate'> & { className: string }

/** The editor of one field of a form. */
export const useRichText = (
  { field, source, isDisabled }: InputProps<'richText'>,
  { className, editorProps, ...options }: Options,
) => {
  const { id, value, onChange, onBlur, ref, error } = useField<string>(source)
  // What the form shows, and what it was told since: it draws what it hears later, while more is typed.
  const told = useRef([value])
  const description = describedBy(id, { error, field })
  const editor = useEditor({
    ...options,
    // proseMirror.css
    injectCSS: false,
    content: value ?? '',
    editable: !isDisabled,
    editorProps: {
      ...editorProps,
      attributes: {
        class: `${className} rich-text`,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        ...(description && { 'aria-describedby': description }),
        ...(error && { 'aria-invalid': 'true' }),
      },
    },
    onUpdate: () => whenIdle(tell),
    onBlur: () => {
      tell()
      onBlur()
    },
  })
  // Written out whole, and heard of by the form: once the key is painted.
  const tell = useEvent(() => {
    if (editor.isDestroyed) return
    const html = htmlOf(editor)
    told.current.push(html)
    onChange(html)
  })
  useEffect(() => {
    const at = told.current.lastIndexOf(value)
    told.current = at < 0 ? [value] : told.current.slice(at)
    // A draft or the other person's text was put into the form.
    if (at < 0 && !editor.isDestroyed) take(editor, value)
  }, [editor, value])
  useEffect(() => editor.setEditable(!isDisabled, false), [editor, isDisabled])
  useEffect(() => {
    // The editor's own element exists only after it is mounted; the form needs no more than the focus.
    ref({ focus: () => editor.commands.focus() })
  }, [editor, ref])
  return { id, error, editor }
}
