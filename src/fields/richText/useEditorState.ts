import type { Editor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'

import { isSame } from '../../../resources/domain/sameness.ts'
import { whenIdle } from '../../loading/whenIdle.ts'

/**
 * Value derived from the editor, such as the state of the tools; updated in an idle callback after the key press is
 * painted.
 */
export const useEditorState = <T>(editor: Editor, read: (editor: Editor) => T): T => {
  const [, rerender] = useState(0)
  const state = read(editor)
  const latest = useRef({ state, read })
  useEffect(() => void (latest.current = { state, read }))
  useEffect(() => {
    const update = () => {
      const { state: previous, read: readNow } = latest.current
      if (!isSame(previous, readNow(editor))) rerender(count => count + 1)
    }
    const onTransaction = () => whenIdle(update)
    editor.on('transaction', onTransaction)
    return () => void editor.off('transaction', onTransaction)
  }, [editor])
  return state
}
