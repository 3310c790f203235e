import type { Editor } from '@tiptap/react'
import { useId, useState } from 'react'

import { Dialog } from '../../actions/Dialog.tsx'
import { holdEnter } from '../useIme.ts'
import { addressOf } from './address.ts'

type Props = { editor: Editor; onClose: () => void }

/** Sets, changes or takes away the link of the selection; of nothing selected the address is the text. */
export const LinkDialog = ({ editor, onClose }: Props) => {
  const id = useId()
  const known = (editor.getAttributes('link')['href'] as string | undefined) ?? ''
  const [address, setAddress] = useState(known)
  const [isWrong, setWrong] = useState(false)
  const [isNew] = useState(known === '' && editor.state.selection.empty)
  const [text, setText] = useState('')
  const close = () => {
    onClose()
    editor.commands.focus()
  }
  const apply = () => {
    const href = addressOf(address)
    if (!href) return setWrong(true)
    const link = { type: 'link', attrs: { href } }
    if (isNew)
      editor.commands.insertContent({ type: 'text', text: text.trim() || address.trim(), marks: [link] })
    else editor.chain().extendMarkRange('link').setLink({ href }).run()
    close()
  }
  return (
    <Dialog title={known ? '编辑链接' : '插入链接'} onClose={close}>
      <form
        className="dialog-content"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          event.stopPropagation()
          apply()
        }}
      >
        <div className="field">
          <label className="field-label" htmlFor={`${id}-address`}>
            地址
          </label>
          <input
            id={`${id}-address`}
            className="control"
            inputMode="url"
            autoComplete="off"
            // eslint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do in this dialog
            autoFocus
            placeholder="https://、邮箱或电话"
            value={address}
            onKeyDown={holdEnter}
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? `${id}-error` : undefined}
            onChange={({ target }) => {
              setAddress(target.value)
              setWrong(false)
            }}
          />
          {isWrong && (
            <p className="field-error" id={`${id}-error`}>
              请输入网址、邮箱或电话,如 https://www.example.com
            </p>
          )}
        </div>
        {isNew && (
          <div className="field">
            <label className="field-label" htmlFor={`${id}-text`}>
              显示的文字
            </label>
            <input
              id={`${id}-text`}
              className="control"
              autoComplete="off"
              value={text}
              onKeyDown={holdEnter}
              onChange={({ target }) => setText(target.value)}
            />
          </div>
        )}
      </form>
      <footer className="dialog-foot">
        {known && (
          <button
            type="button"
            className="button is-danger"
            onClick={() => {
              editor.chain().extendMarkRange('link').unsetLink().run()
              close()
            }}
          >
            移除链接
          </button>
        )}
        <button type="button" className="button" onClick={close}>
          取消
        </button>
        <button type="button" className="button button-primary" onClick={apply}>
          {known ? '更新' : '插入'}
        </button>
      </footer>
    </Dialog>
  )
}
