import type { Editor } from '@tiptap/react'
import { useTranslate } from 'ra-core'
import { type SyntheticEvent, useState } from 'react'

import { Dialog } from '../../../ui/Dialog.tsx'
import { Button } from '../../../ui/Button.tsx'
import { DialogFoot } from '../../../ui/dialog/DialogFoot.tsx'
import { linkAddress } from './linkAddress.ts'
import { DialogField } from './DialogField.tsx'

type Props = { editor: Editor; onClose: () => void }

/**
 * Adds, changes or removes the link of the selection. Without a selection, the address is inserted as text unless one
 * is given.
 */
export const LinkDialog = ({ editor, onClose }: Props) => {
  const translate = useTranslate()
  const href: unknown = editor.getAttributes('link')['href']
  const [initialAddress] = useState(typeof href === 'string' ? href : '')
  const [isNew] = useState(initialAddress === '' && editor.state.selection.empty)
  const [address, setAddress] = useState(initialAddress)
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const close = () => {
    onClose()
    editor.commands.focus()
  }
  const apply = (event: SyntheticEvent) => {
    event.preventDefault()
    const target = linkAddress(address)
    if (!target) return setError(translate('请输入网址、邮箱或电话，如 https://www.example.com'))
    const link = { type: 'link', attrs: { href: target } }
    if (isNew)
      editor.commands.insertContent({ type: 'text', text: text.trim() || address.trim(), marks: [link] })
    else editor.chain().extendMarkRange('link').setLink({ href: target }).run()
    close()
  }
  const remove = () => {
    editor.chain().extendMarkRange('link').unsetLink().run()
    close()
  }
  const changeAddress = (changed: string) => {
    setAddress(changed)
    setError(undefined)
  }
  return (
    <Dialog title={initialAddress ? translate('编辑链接') : translate('插入链接')} onClose={close}>
      <form noValidate onSubmit={apply}>
        <div className="dialog-content">
          <DialogField
            isAddress
            label={translate('地址')}
            placeholder={translate('https://、邮箱或电话')}
            value={address}
            error={error}
            onChange={changeAddress}
          />
          {isNew && <DialogField label={translate('显示的文字')} value={text} onChange={setText} />}
        </div>
        <DialogFoot>
          {initialAddress && (
            <Button isDanger onClick={remove}>
              {translate('移除链接')}
            </Button>
          )}
          <Button onClick={close}>{translate('取消')}</Button>
          <Button type="submit" look="primary">
            {initialAddress ? translate('更新') : translate('插入')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
