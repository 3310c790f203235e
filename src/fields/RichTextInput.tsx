import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect } from 'react'

import { lengthOf } from '../../resources/kit/index.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { describedBy, type InputProps, useField } from './useField.ts'

// What the server's allow-list keeps; anything else pasted loses its form at once, not after saving.
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    strike: false,
    underline: false,
    italic: false,
    link: false,
    horizontalRule: false,
  }),
]

type Tool = { label: string; isActive: (editor: Editor) => boolean; run: (editor: Editor) => boolean }
const tools: Tool[] = [
  {
    label: '标题',
    isActive: it => it.isActive('heading', { level: 2 }),
    run: it => it.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    label: '小标题',
    isActive: it => it.isActive('heading', { level: 3 }),
    run: it => it.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  { label: '加粗', isActive: it => it.isActive('bold'), run: it => it.chain().focus().toggleBold().run() },
  {
    label: '列表',
    isActive: it => it.isActive('bulletList'),
    run: it => it.chain().focus().toggleBulletList().run(),
  },
  {
    label: '编号',
    isActive: it => it.isActive('orderedList'),
    run: it => it.chain().focus().toggleOrderedList().run(),
  },
  {
    label: '引用',
    isActive: it => it.isActive('blockquote'),
    run: it => it.chain().focus().toggleBlockquote().run(),
  },
]

const Toolbar = ({ editor }: { editor: Editor }) => {
  const active = useEditorState({ editor, selector: it => tools.map(({ isActive }) => isActive(it.editor)) })
  return (
    <div className="rich-tools" role="toolbar" aria-label="文字格式">
      {tools.map(({ label, run }, index) => (
        <button
          key={label}
          type="button"
          className="button button-quiet"
          aria-pressed={active[index] ?? false}
          onClick={() => run(editor)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

export const RichTextInput = ({ field, source, isDisabled }: InputProps<'richText'>) => {
  const { id, value, onChange, onBlur, ref, error } = useField<string>(source)
  const editor = useEditor({
    extensions,
    content: value ?? '',
    editable: !isDisabled,
    editorProps: {
      attributes: {
        class: 'control rich-area rich-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        ...(describedBy(id, { error, field }) && { 'aria-describedby': describedBy(id, { error, field })! }),
      },
    },
    onUpdate: ({ editor: it }) => onChange(it.isEmpty ? null : it.getHTML()),
    onBlur: () => onBlur(),
  })
  // A draft or the other person's text was put into the form.
  useEffect(() => {
    if (!editor.isDestroyed && value !== (editor.isEmpty ? null : editor.getHTML()))
      editor.commands.setContent(value ?? '', { emitUpdate: false })
  }, [editor, value])
  useEffect(() => {
    // The editor's own element exists only after it is mounted; the form needs no more than the focus.
    ref({ focus: () => editor.commands.focus() })
  }, [editor, ref])
  const length = lengthOf(editor.getText())
  return (
    <FieldFrame
      id={id}
      field={field}
      error={error}
      isGroup
      aside={
        length >= field.max / 2 && (
          <span className={length > field.max ? 'field-counter is-over' : 'field-counter'}>
            {length}/{field.max}
          </span>
        )
      }
    >
      <div className="rich">
        <Toolbar editor={editor} />
        <EditorContent editor={editor} />
      </div>
    </FieldFrame>
  )
}
