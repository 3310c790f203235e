import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'

import { errorSentence } from '../../../providers/envelope.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogFoot } from '../../ui/dialog/DialogFoot.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { PublicCard } from './publicCard.ts'
import { useOutput } from './useOutput.ts'

type Props = { card: PublicCard; onClose: () => void }
type Signature = { html: string; text: string }

/** Copies formatted text with its plain form; false if the browser refuses, or cannot copy formatted text. */
const copySignature = async ({ html, text }: Signature) => {
  const part = (content: string, type: string) => new Blob([content], { type })
  try {
    const item = { 'text/html': part(html, 'text/html'), 'text/plain': part(text, 'text/plain') }
    await navigator.clipboard.write([new ClipboardItem(item)])
    return true
  } catch {
    return false
  }
}

/** Backgrounds and text colours of mail programs. */
const tones = [
  ['浅色背景', '#fff', '#1f1f1f'],
  ['深色背景', '#1e1e1e', '#e6e6e6'],
] as const

/** The signature as a mail shows it. The frame runs no script, whatever a back-end answers, and its text can be selected. */
const Preview = ({ html, name }: { html: string; name: string }) => {
  const translate = useTranslate()
  return tones.map(([tone, background, colour]) => (
    <figure key={tone} className="signature-preview">
      <figcaption className="secondary">{translate(tone)}</figcaption>
      <iframe
        sandbox=""
        title={translate('%{name}的邮件签名（%{tone}）', { name, tone: translate(tone) })}
        srcDoc={`<!doctype html><body style="margin:16px;background:${background};color:${colour}">${html}`}
      />
    </figure>
  ))
}

/** Copies the mail signature of a card as it opens, and shows how it looks. */
export const SignatureDialog = ({ card, onClose }: Props) => {
  const translate = useTranslate()
  const html = useOutput(card, { type: 'signature', format: 'html' })
  const text = useOutput(card, { type: 'signature', format: 'txt' })
  const [signature, setSignature] = useState<Signature | null>(null)
  const [isCopied, setIsCopied] = useState<boolean | null>(null)
  const error = html.error ?? text.error
  const load = () => {
    void html.refetch()
    void text.refetch()
  }
  const [htmlFile, textFile] = [html.data?.blob, text.data?.blob]
  useEffect(() => {
    if (!htmlFile || !textFile) return undefined
    let isOpen = true
    const read = async () => {
      const made = { html: await htmlFile.text(), text: await textFile.text() }
      if (!isOpen) return
      setSignature(made)
      setIsCopied(await copySignature(made))
    }
    void read()
    return () => {
      isOpen = false
    }
  }, [htmlFile, textFile])
  return (
    <Dialog title={translate('邮件签名')} onClose={onClose}>
      <div className="dialog-content" aria-busy={!signature && !error}>
        {error && (
          <p role="alert">
            {errorSentence(error, translate)} <Button onClick={load}>{translate('重试')}</Button>
          </p>
        )}
        <p role="status">
          {isCopied === true && translate('已复制，请粘贴到邮箱的签名设置中。')}
          {isCopied === false && translate('浏览器没有允许复制。请在下面的预览中全选，再复制。')}
        </p>
        {signature && <Preview html={signature.html} name={card.name ?? ''} />}
      </div>
      <DialogFoot>
        <Button onClick={onClose}>{translate('关闭')}</Button>
        <Button
          look="primary"
          disabled={!signature}
          onClick={() => signature && void copySignature(signature).then(setIsCopied)}
        >
          {translate('再次复制')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
