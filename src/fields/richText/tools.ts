import type { Editor } from '@tiptap/react'
import type { ComponentType } from 'react'

/** Dialogs that a tool can request instead of changing the text itself. */
export type ToolRequest = 'link' | 'picture' | 'video'

export type Tool = {
  label: string
  keys?: string
  /** Icon of the tool; without one it shows its label. */
  icon?: ComponentType
  isActive?: (editor: Editor) => boolean
  isPossible?: (editor: Editor) => boolean
  run: ((editor: Editor) => unknown) | ToolRequest
}

export const heading = (level: 2 | 3 | 4, label: string): Tool => ({
  label,
  isActive: editor => editor.isActive('heading', { level }),
  run: editor => editor.chain().focus().toggleHeading({ level }).run(),
})

export const bold: Tool = {
  label: '加粗',
  keys: 'Ctrl+B',
  isActive: editor => editor.isActive('bold'),
  run: editor => editor.chain().focus().toggleBold().run(),
}

export const bulletList = (label: string): Tool => ({
  label,
  isActive: editor => editor.isActive('bulletList'),
  run: editor => editor.chain().focus().toggleBulletList().run(),
})

export const orderedList = (label: string): Tool => ({
  label,
  isActive: editor => editor.isActive('orderedList'),
  run: editor => editor.chain().focus().toggleOrderedList().run(),
})

export const quote = (label: string): Tool => ({
  label,
  isActive: editor => editor.isActive('blockquote'),
  run: editor => editor.chain().focus().toggleBlockquote().run(),
})
