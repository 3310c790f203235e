import { createDocument } from '@tiptap/core'
import { type Editor, useEditor, type UseEditorOptions } from '@tiptap/react'
import { useEvent } from 'ra-core'
import { useEffect, useRef } from 'react'

import { whenIdle } from '../../loading/whenIdle.ts'
import { editorHtml } from './editorHtml.ts'
import { type InputProps, useField } from '../useField.ts'

/**
 * Replaces the text of the editor only if it differs as a document, because the server may order attributes
 * differently.
 */
const replaceContent = (editor: Editor, html: string | null) => {
  const other = createDocument(html ?? '', editor.schema)
  if (!editor.state.doc.eq(other)) editor.commands.setContent(html ?? '', { emitUpdate: false })
}

type Options = Pick<UseEditorOptions, 'extensions' | 'editorProps' | 'onCreate'> & { className: string }

/** Binds an editor to a field of the form. */
export const useRichText = (
  input: InputProps<'richText'>,
  { className, editorProps, ...options }: Options,
) => {
  const { value, onChange, control, described } = useField<string>(input)
  // Values reported to the form that it has not rendered yet; a value that is not among them came from elsewhere.
  const reportedValues = useRef([value])
  const { isDisabled } = input
  const { id, onBlur, ref, 'aria-describedby': description } = control
  const editor = useEditor({
    ...options,
    // proseMirror.css contains these styles.
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
        ...(described.error && { 'aria-invalid': 'true' }),
      },
    },
    onUpdate: () => whenIdle(reportChange),
    onBlur: () => {
      reportChange()
      onBlur()
    },
  })
  // Serialising a long text takes time, so this runs in an idle callback after the key press is painted.
  const reportChange = useEvent(() => {
    if (editor.isDestroyed) return
    const html = editorHtml(editor)
    reportedValues.current.push(html)
    onChange(html)
  })
  useEffect(() => {
    const at = reportedValues.current.lastIndexOf(value)
    reportedValues.current = at < 0 ? [value] : reportedValues.current.slice(at)
    // The value was set by restoring a draft or by resolving a conflict.
    if (at < 0 && !editor.isDestroyed) replaceContent(editor, value)
  }, [editor, value])
  useEffect(() => editor.setEditable(!isDisabled, false), [editor, isDisabled])
  useEffect(() => {
    // The form needs only `focus`; the editor's element does not exist before it is mounted.
    ref({ focus: () => editor.commands.focus() })
  }, [editor, ref])
  return { described, editor }
}
