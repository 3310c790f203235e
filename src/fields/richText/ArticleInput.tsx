import { createDocument } from '@tiptap/core'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { type Ref, useEffect, useRef, useState } from 'react'

import { lengthOf } from '../../../resources/kit/index.ts'
import { FieldFrame } from '../FieldFrame.tsx'
import { pictureTypes } from '../pictures.ts'
import { describedBy, type InputProps, useField } from '../useField.ts'
import { extensions } from './extensions.ts'
import { FilmDialog } from './FilmDialog.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { PasteNotice } from './PasteNotice.tsx'
import { Toolbar } from './Toolbar.tsx'
import { type Asked, tableTools, tools } from './tools.ts'
import { insertBlocks, insertPictures, usePaste } from './usePaste.ts'

import './richText.css'

const htmlOf = (editor: Editor) => (editor.isEmpty ? null : editor.getHTML())

/** The text of a form is another one only if it reads differently: the server writes attributes in its own order. */
const take = (editor: Editor, html: string | null) => {
  const other = createDocument(html ?? '', editor.schema)
  if (!editor.state.doc.eq(other)) editor.commands.setContent(html ?? '', { emitUpdate: false })
}

const useArticleEditor = ({ field, source, isDisabled }: InputProps<'richText'>, onLink: () => void) => {
  const { id, value, onChange, onBlur, ref, error } = useField<string>(source)
  const { attach, clean, paste, drop, ...notice } = usePaste()
  const written = useRef(value)
  const frame = useRef<HTMLDivElement>(null)
  const said = describedBy(id, { error, field })
  const editor = useEditor({
    extensions,
    content: value ?? '',
    editable: !isDisabled,
    editorProps: {
      attributes: {
        class: 'rich-page rich-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        ...(said && { 'aria-describedby': said }),
        ...(error && { 'aria-invalid': 'true' }),
      },
      transformPastedHTML: clean,
      handlePaste: (_, event) => paste(event),
      handleDrop: (_, event) => drop(event),
      handleKeyDown: (_, event) => {
        const isLink = event.key === 'k' && (event.ctrlKey || event.metaKey)
        // The way to the tools that other editors have, too.
        const isTools = event.key === 'F10' && event.altKey
        if (isLink) onLink()
        if (isTools) frame.current?.querySelector<HTMLElement>('[role="toolbar"] [tabindex="0"]')?.focus()
        if (isLink || isTools) event.preventDefault()
        return isLink || isTools
      },
    },
    onCreate: ({ editor: it }) => attach(it),
    onUpdate: ({ editor: it }) => {
      written.current = htmlOf(it)
      onChange(written.current)
    },
    onBlur: () => onBlur(),
  })
  useEffect(() => {
    // A draft or the other person's text was put into the form.
    if (editor.isDestroyed || written.current === value) return
    written.current = value
    take(editor, value)
  }, [editor, value])
  useEffect(() => editor.setEditable(!isDisabled, false), [editor, isDisabled])
  useEffect(() => {
    // The editor's own element exists only after it is mounted; the form needs no more than the focus.
    ref({ focus: () => editor.commands.focus() })
  }, [editor, ref])
  return { id, error, editor, frame, notice }
}

const PictureChooser = ({ editor, inputRef }: { editor: Editor; inputRef: Ref<HTMLInputElement> }) => (
  <input
    ref={inputRef}
    type="file"
    hidden
    multiple
    accept={pictureTypes.join(',')}
    aria-label="选择图片"
    onChange={({ target }) => {
      const files = [...(target.files ?? [])].filter(it => pictureTypes.includes(it.type))
      if (files.length > 0) insertPictures(editor, files)
      // The same file may be chosen again.
      target.value = ''
    }}
  />
)

/** The text of an article: everything of `markup.article`, pasted clean, with its pictures and films. */
export const ArticleInput = (props: InputProps<'richText'>) => {
  const { field } = props
  const [asked, setAsked] = useState<Asked | null>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const { id, error, editor, frame, notice } = useArticleEditor(props, () => setAsked('link'))
  const { length, isInTable } = useEditorState({
    editor,
    selector: it => ({
      length: lengthOf(it.editor.state.doc.textContent),
      isInTable: it.editor.isEditable && it.editor.isActive('table'),
    }),
  })
  const ask = (what: Asked) => (what === 'picture' ? chooser.current?.click() : setAsked(what))
  const counter = length >= field.max / 2 && (
    <span className={length > field.max ? 'field-counter is-over' : 'field-counter'}>
      {length}/{field.max}
    </span>
  )
  return (
    <FieldFrame id={id} field={field} error={error} isGroup aside={counter}>
      <div className="rich-frame" ref={frame}>
        <div className="rich-head">
          <Toolbar editor={editor} label="文字格式" tools={tools} onAsk={ask} />
          {isInTable && <Toolbar editor={editor} label="表格" tools={tableTools} onAsk={ask} />}
          {notice.removed && <PasteNotice removed={notice.removed} onClose={notice.close} />}
        </div>
        <EditorContent editor={editor} />
      </div>
      <PictureChooser editor={editor} inputRef={chooser} />
      {asked === 'link' && <LinkDialog editor={editor} onClose={() => setAsked(null)} />}
      {asked === 'film' && (
        <FilmDialog
          onInsert={src => insertBlocks(editor, [{ type: 'video', attrs: { src } }])}
          onClose={() => setAsked(null)}
        />
      )}
    </FieldFrame>
  )
}
