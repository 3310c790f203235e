import type { Editor } from '@tiptap/react'
import { useTranslate } from 'ra-core'
import { type KeyboardEvent, useRef, useState } from 'react'

import type { Tool, ToolRequest } from './tools.ts'
import { useEditorState } from './useEditorState.ts'

type Props = {
  editor: Editor
  label: string
  tools: readonly (readonly Tool[])[]
  onRequest?: (request: ToolRequest) => void
}

const stateOf = ({ isActive, isPossible }: Tool, editor: Editor) => ({
  isActive: isActive?.(editor) ?? false,
  isPossible: editor.isEditable && (isPossible?.(editor) ?? true),
})

/** Keyboard navigation of a toolbar (WAI-ARIA): Tab stops once, arrow keys, Home and End move between the tools. */
const useRovingTabIndex = (count: number) => {
  const element = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = {
      ArrowRight: (current + 1) % count,
      ArrowLeft: (current - 1 + count) % count,
      Home: 0,
      End: count - 1,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setCurrent(next)
    element.current?.querySelectorAll<HTMLButtonElement>('button')[next]?.focus()
  }
  return { element, current, setCurrent, onKeyDown }
}

export const Toolbar = ({ editor, label, tools, onRequest }: Props) => {
  const translate = useTranslate()
  const all = tools.flat()
  const states = useEditorState(editor, it => all.map(tool => stateOf(tool, it)))
  const { element, current, setCurrent, onKeyDown } = useRovingTabIndex(all.length)
  return (
    // The toolbar handles the keys of its buttons, and has no focus of its own.
    // eslint-disable-next-line jsx-a11y/interactive-supports-focus
    <div ref={element} className="rich-bar" role="toolbar" aria-label={label} onKeyDown={onKeyDown}>
      {tools.map(group => (
        <span key={group[0]!.label} className="rich-group">
          {group.map(tool => {
            const { label: toolLabel, keys, icon: Icon, isActive: canBeActive, run } = tool
            const name = translate(toolLabel)
            const index = all.indexOf(tool)
            const { isActive, isPossible } = states[index]!
            return (
              <button
                key={toolLabel}
                type="button"
                className={Icon ? 'rich-tool' : 'rich-tool is-word'}
                title={keys ? `${name} ${keys}` : name}
                aria-label={name}
                aria-disabled={!isPossible}
                aria-pressed={canBeActive ? isActive : undefined}
                tabIndex={index === current ? 0 : -1}
                // Keeps the selection in the text.
                onMouseDown={event => event.preventDefault()}
                onFocus={() => setCurrent(index)}
                onClick={() => {
                  if (!isPossible) return
                  if (typeof run === 'string') onRequest?.(run)
                  else run(editor)
                }}
              >
                {Icon ? <Icon /> : name}
              </button>
            )
          })}
        </span>
      ))}
    </div>
  )
}
