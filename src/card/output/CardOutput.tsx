import { useMutation } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'

import { errorSentence } from '../../../providers/envelope.ts'
import { cards } from '../../../resources/cards/index.ts'
import { useRights } from '../../session/useRights.ts'
import { saveFile } from '../../browser/saveFile.ts'
import { Button } from '../../ui/Button.tsx'
import { useSession } from '../../session/sessionContext.ts'
import { OutputPicture } from './OutputPicture.tsx'
import { codeSize, isPublicCard, type PublicCard } from './publicCard.ts'
import { fetchOutput, useOutput } from './useOutput.ts'
import { PosterDialog } from './PosterDialog.tsx'
import { SheetDialog } from './SheetDialog.tsx'
import { SignatureDialog } from './SignatureDialog.tsx'
import { VerificationLink } from './VerificationLink.tsx'

import './output.css'

const fileOptions = [
  ['保存名片码', { type: 'qr', format: 'png', size: 1200 }],
  ['保存矢量图', { type: 'qr', format: 'svg' }],
  ['保存小程序码', { type: 'wxacode', size: 1200 }],
  ['保存电子名片', { type: 'vcf' }],
  ['保存Word简历', { type: 'word' }],
] as const

const OutputTools = ({ card }: { card: PublicCard }) => {
  const translate = useTranslate()
  const notify = useNotify()
  const [openDialog, setOpenDialog] = useState<'poster' | 'sheet' | 'signature' | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (wanted: (typeof fileOptions)[number][1]) => fetchOutput(card.id, wanted),
    onSuccess: saveFile,
    onError: error => notify(errorSentence(error, translate), { type: 'error' }),
  })
  const code = useOutput(card, { type: 'qr', size: codeSize })
  const { wechatCode } = useSession().conf
  const availableFiles = fileOptions.filter(([, { type }]) => type !== 'wxacode' || wechatCode === 1)
  const close = () => setOpenDialog(null)
  return (
    <div className="output-made">
      <OutputPicture
        output={code}
        className="output-code"
        alt={translate('%{name}的名片码', { name: card.name ?? '' })}
      />
      <div className="output-ways">
        <p className="secondary">
          {translate(
            '名片码长期有效，修改名片后不必重新印制。电子名片可用手机打开并存入通讯录，不含设为不公开的内容。',
          )}
        </p>
        <VerificationLink card={card} />
        <div className="cluster">
          {availableFiles.map(([label, wanted]) => (
            <Button key={label} disabled={isPending} onClick={() => mutate(wanted)}>
              {translate(label)}
            </Button>
          ))}
          <Button onClick={() => setOpenDialog('poster')}>{translate('海报')}</Button>
          <Button onClick={() => setOpenDialog('sheet')}>{translate('打印名片')}</Button>
          <Button onClick={() => setOpenDialog('signature')}>{translate('复制邮件签名')}</Button>
        </div>
      </div>
      {openDialog === 'poster' && <PosterDialog card={card} onClose={close} />}
      {openDialog === 'signature' && <SignatureDialog card={card} onClose={close} />}
      {openDialog === 'sheet' && <SheetDialog card={card} onClose={close} />}
    </div>
  )
}

/** Section 名片码: the code of a card and other files to hand out; hidden if the back-end cannot create them. */
export const CardOutput = ({ card }: { card: PublicCard }) => {
  const translate = useTranslate()
  const { can } = useRights()
  if (!can(cards, 'output', card)) return null
  return (
    <section className="panel" aria-label={translate('名片码')}>
      <h2 className="section-title">{translate('名片码')}</h2>
      {isPublicCard(card) ? (
        <OutputTools card={card} />
      ) : (
        <p className="secondary">
          {translate('名片发布并展示后，可以在这里下载名片码、电子名片和海报，并打印名片。')}
        </p>
      )}
    </section>
  )
}
