import type { Editor } from '@tiptap/react'
import { useTranslate } from 'ra-core'
import { type Ref, useRef, useState } from 'react'

import { pictureTypes } from '../../pictures/pictures.ts'
import type { InputProps } from '../../useField.ts'
import { articleTools, tableTools } from './articleTools.ts'
import { articleExtensions } from './extensions.ts'
import { LinkDialog } from '../links/LinkDialog.tsx'
import { PasteNotice } from '../paste/PasteNotice.tsx'
import { RichTextFrame } from '../RichTextFrame.tsx'
import { Toolbar } from '../Toolbar.tsx'
import type { ToolRequest } from '../tools.ts'
import { useEditorState } from '../useEditorState.ts'
import { insertBlocks, insertPictures, usePaste } from '../paste/usePaste.ts'
import { useRichText } from '../useRichText.ts'
import { VideoDialog } from './VideoDialog.tsx'

/**
 * Keyboard shortcuts of the editor: Ctrl+K opens the link dialog, Alt+F10 focuses the toolbar as in other editors.
 */
const shortcutOf = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
  if (key === 'k' && (ctrlKey || metaKey)) return 'link'
  return key === 'F10' && altKey ? 'tools' : null
}

const PictureChooser = ({ editor, inputRef }: { editor: Editor; inputRef: Ref<HTMLInputElement> }) => {
  const translate = useTranslate()
  return (
    <input
      ref={inputRef}
      type="file"
      hidden
      multiple
      accept={pictureTypes.join(',')}
      aria-label={translate('选择图片')}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])].filter(file => pictureTypes.includes(file.type))
        if (files.length > 0) insertPictures(editor, files)
        // Lets the user choose the same file again.
        target.value = ''
      }}
    />
  )
}

/** Editor for an article: all markup of `markup.article`, sanitised pasting, pictures and videos. */
export const ArticleInput = (props: InputProps<'richText'>) => {
  const translate = useTranslate()
  const [request, setRequest] = useState<ToolRequest | null>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const { attach, clean, paste, drop, ...notice } = usePaste()
  const { described, editor } = useRichText(props, {
    extensions: articleExtensions,
    className: 'rich-page',
    editorProps: {
      transformPastedHTML: clean,
      handlePaste: (_, event) => paste(event),
      handleDrop: (_, event) => drop(event),
      handleKeyDown: (_, event) => {
        const key = shortcutOf(event)
        if (key === 'link') setRequest('link')
        if (key === 'tools')
          frame.current?.querySelector<HTMLElement>('[role="toolbar"] [tabindex="0"]')?.focus()
        if (key) event.preventDefault()
        return key !== null
      },
    },
    onCreate: created => attach(created.editor),
  })
  const isInTable = useEditorState(editor, it => it.isEditable && it.isActive('table'))
  const onRequest = (what: ToolRequest) => (what === 'picture' ? chooser.current?.click() : setRequest(what))
  const close = () => setRequest(null)
  return (
    <RichTextFrame
      described={described}
      max={props.field.max}
      editor={editor}
      frameRef={frame}
      head={
        <>
          <Toolbar editor={editor} label={translate('文字格式')} tools={articleTools} onRequest={onRequest} />
          {isInTable && <Toolbar editor={editor} label={translate('表格')} tools={tableTools} />}
          {notice.removed && <PasteNotice removed={notice.removed} onClose={notice.close} />}
        </>
      }
    >
      <PictureChooser editor={editor} inputRef={chooser} />
      {request === 'link' && <LinkDialog editor={editor} onClose={close} />}
      {request === 'video' && (
        <VideoDialog
          onInsert={src => insertBlocks(editor, [{ type: 'video', attrs: { src } }])}
          onClose={close}
        />
      )}
    </RichTextFrame>
  )
}
