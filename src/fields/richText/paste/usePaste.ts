import type { Editor, JSONContent } from '@tiptap/react'
import { useCallback, useRef, useState } from 'react'

import { apiBase } from '../../../../providers/request.ts'
import { pictureTypes } from '../../pictures/pictures.ts'
import { cleanPaste } from './cleanPaste.ts'
import { addPendingUpload, addPendingData } from '../article/pendingUploads.ts'
import { hasRemovals, type Removals } from './removals.ts'

/** Accepts pictures of the own file store, and those that the text contains already, which are copied within it. */
const createPictureCheck = (editor: Editor | null) => (src: string) =>
  src.startsWith(`${apiBase}/files/`) || (editor?.getHTML().includes(`src="${src}"`) ?? false)

const pictureFilesIn = (data: DataTransfer | null) =>
  [...(data?.files ?? [])].filter(it => pictureTypes.includes(it.type))

/**
 * Whether the clipboard contains text. Office programs add a picture of copied text, which must not be inserted then.
 */
const hasText = (data: DataTransfer | null) => {
  const html = data?.getData('text/html') ?? ''
  return html !== '' && new DOMParser().parseFromString(html, 'text/html').body.textContent.trim() !== ''
}

/** Inserts blocks after the selection without replacing it, because a picture that was just added is selected. */
export const insertBlocks = (editor: Editor, blocks: readonly JSONContent[], at?: number) =>
  editor
    .chain()
    .focus()
    .insertContentAt(at ?? editor.state.selection.to, [...blocks])
    .run()

/** Inserts pictures at the drop position or at the cursor; their nodes then upload the files. */
export const insertPictures = (editor: Editor, files: readonly File[], at?: number) =>
  insertBlocks(
    editor,
    files.map(file => ({ type: 'image', attrs: { upload: addPendingUpload(file) } })),
    at,
  )

/**
 * Handlers for pasting and dropping: text is sanitised, with a notice about what was removed, and pictures are
 * uploaded.
 */
export const usePaste = () => {
  const editor = useRef<Editor | null>(null)
  const [removed, setRemoved] = useState<Removals | null>(null)
  const clean = useCallback((html: string) => {
    const cleaned = cleanPaste(html, { isKnown: createPictureCheck(editor.current), take: addPendingData })
    setRemoved(hasRemovals(cleaned.removed) ? cleaned.removed : null)
    return cleaned.html
  }, [])
  const paste = useCallback((event: ClipboardEvent) => {
    const files = pictureFilesIn(event.clipboardData)
    if (files.length === 0 || hasText(event.clipboardData) || !editor.current) return false
    insertPictures(editor.current, files)
    return true
  }, [])
  const drop = useCallback((event: DragEvent) => {
    const files = pictureFilesIn(event.dataTransfer)
    const { current } = editor
    if (files.length === 0 || !current) return false
    event.preventDefault()
    const dropPosition = current.view.posAtCoords({ left: event.clientX, top: event.clientY })
    insertPictures(current, files, dropPosition?.pos)
    return true
  }, [])
  const attach = useCallback((created: Editor) => {
    editor.current = created
  }, [])
  return { attach, removed, close: () => setRemoved(null), clean, paste, drop }
}
