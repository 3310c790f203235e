import type { Editor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'

import { isSame } from '../../../resources/domain/sameness.ts'
import { whenIdle } from '../../shell/whenIdle.ts'

/** What is shown of the text around it: tools, length. It follows a key once that is painted. */
export const useShown = <T>(editor: Editor, read: (editor: Editor) => T): T => {
  const [, redraw] = useState(0)
  const shown = read(editor)
  const latest = useRef({ shown, read })
  useEffect(() => void (latest.current = { shown, read }))
  useEffect(() => {
    const look = () => {
      const { shown: before, read: readNow } = latest.current
      if (!isSame(before, readNow(editor))) redraw(count => count + 1)
    }
    const onTransaction = () => whenIdle(look)
    editor.on('transaction', onTransaction)
    return () => void editor.off('transaction', onTransaction)
  }, [editor])
  return shown
}
