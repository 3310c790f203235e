import type { Editor } from '@tiptap/react'
import { useTranslate } from 'ra-core'
import { type KeyboardEvent, useRef, useState } from 'react'

import type { Tool, ToolRequest } from './tools.ts'
import { useShown } from './useShown.ts'

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

/** One stop for Tab; the arrows, Home and End lead from tool to tool (WAI-ARIA, toolbar). */
const useRoving = (count: number) => {
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
  const states = useShown(editor, it => all.map(tool => stateOf(tool, it)))
  const { element, current, setCurrent, onKeyDown } = useRoving(all.length)
  return (
    // A toolbar takes its keys as a whole.
    // eslint-disable-next-line jsx-a11y/interactive-supports-focus
    <div ref={element} className="rich-bar" role="toolbar" aria-label={label} onKeyDown={onKeyDown}>
      {tools.map(group => (
        <span key={group[0]!.label} className="rich-group">
          {group.map(tool => {
            const { label: word, keys, icon: Icon, isActive: canBeActive, run } = tool
            const name = translate(word)
            const index = all.indexOf(tool)
            const { isActive, isPossible } = states[index]!
            return (
              <button
                key={word}
                type="button"
                className={Icon ? 'rich-tool' : 'rich-tool is-word'}
                title={keys ? `${name} ${keys}` : name}
                aria-label={name}
                aria-disabled={!isPossible}
                aria-pressed={canBeActive ? isActive : undefined}
                tabIndex={index === current ? 0 : -1}
                // The selection in the text stays.
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
