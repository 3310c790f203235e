import type { Editor, JSONContent } from '@tiptap/react'
import { useCallback, useRef, useState } from 'react'

import { apiBase } from '../../../providers/request.ts'
import { pictureTypes } from '../pictures.ts'
import { cleanPaste } from './cleanPaste.ts'
import { addPendingUpload, addPendingData } from './pendingUploads.ts'
import { hasRemoved, type Removed } from './removed.ts'

/** Of our own store, or in the text already: copied from here to there. */
const isKnownTo = (editor: Editor | null) => (src: string) =>
  src.startsWith(`${apiBase}/files/`) || (editor?.getHTML().includes(`src="${src}"`) ?? false)

const picturesIn = (data: DataTransfer | null) =>
  [...(data?.files ?? [])].filter(it => pictureTypes.includes(it.type))

/** Copied text brings a drawing of itself along; only where there are no words, the pictures are meant. */
const hasWords = (data: DataTransfer | null) => {
  const html = data?.getData('text/html') ?? ''
  return html !== '' && new DOMParser().parseFromString(html, 'text/html').body.textContent.trim() !== ''
}

/** After what is selected, which stays: a picture that was just added is selected. */
export const insertBlocks = (editor: Editor, blocks: readonly JSONContent[], at?: number) =>
  editor
    .chain()
    .focus()
    .insertContentAt(at ?? editor.state.selection.to, [...blocks])
    .run()

/** Puts pictures where they were dropped, or at the cursor; they are sent from there. */
export const insertPictures = (editor: Editor, files: readonly File[], at?: number) =>
  insertBlocks(
    editor,
    files.map(file => ({ type: 'image', attrs: { upload: addPendingUpload(file) } })),
    at,
  )

/** What is pasted or dropped: text is cleaned and the rest of it told, pictures are sent. */
export const usePaste = () => {
  const editor = useRef<Editor | null>(null)
  const [removed, setRemoved] = useState<Removed | null>(null)
  const clean = useCallback((html: string) => {
    const cleaned = cleanPaste(html, { isKnown: isKnownTo(editor.current), take: addPendingData })
    setRemoved(hasRemoved(cleaned.removed) ? cleaned.removed : null)
    return cleaned.html
  }, [])
  const paste = useCallback((event: ClipboardEvent) => {
    const files = picturesIn(event.clipboardData)
    if (files.length === 0 || hasWords(event.clipboardData) || !editor.current) return false
    insertPictures(editor.current, files)
    return true
  }, [])
  const drop = useCallback((event: DragEvent) => {
    const files = picturesIn(event.dataTransfer)
    const { current } = editor
    if (files.length === 0 || !current) return false
    event.preventDefault()
    const place = current.view.posAtCoords({ left: event.clientX, top: event.clientY })
    insertPictures(current, files, place?.pos)
    return true
  }, [])
  const attach = useCallback((created: Editor) => {
    editor.current = created
  }, [])
  return { attach, removed, close: () => setRemoved(null), clean, paste, drop }
}
