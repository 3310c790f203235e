import MuiDialog from '@mui/material/Dialog'
import { useNotify, useTranslate } from 'ra-core'

import type { DownloadedFile } from '../../../providers/download.ts'
import { Button } from '../../shell/Button.tsx'
import { saveFile } from '../../shell/saveFile.ts'
import { codeSize, type PublicCard } from './CardOutput.tsx'
import { OutputPicture } from './OutputPicture.tsx'
import { pictureOf } from './pictureOf.ts'
import { useOutput } from './useOutput.ts'
import { usePosterStyles } from './usePosterStyles.ts'
import { useWakeLock } from './useWakeLock.ts'

const fileOf = ({ name, blob }: DownloadedFile) => new File([blob], name, { type: blob.type })
const mayShare = (poster: DownloadedFile | undefined) =>
  poster !== undefined && 'canShare' in navigator && navigator.canShare({ files: [fileOf(poster)] })
const mayCopy = () => 'ClipboardItem' in window && 'clipboard' in navigator

/** The poster, made ahead so that one press copies, shares or saves it. */
const PosterActions = ({ card }: { card: PublicCard }) => {
  const translate = useTranslate()
  const notify = useNotify()
  const style = usePosterStyles()[0]?.[0] ?? 1
  const { data: poster } = useOutput(card, { type: 'poster', style }, pictureOf)
  const copy = async ({ blob }: DownloadedFile) => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ [blob.type]: blob })])
      notify(translate('海报已复制'), { type: 'success' })
    } catch {
      notify(translate('复制失败，请改用保存海报'), { type: 'error' })
    }
  }
  // Whoever closes the browser's own dialog has not met an error.
  const share = (file: DownloadedFile) => void navigator.share({ files: [fileOf(file)] }).catch(() => {})
  return (
    <>
      {mayCopy() && (
        <Button disabled={!poster} onClick={() => poster && void copy(poster)}>
          {translate('复制海报')}
        </Button>
      )}
      {mayShare(poster) && <Button onClick={() => poster && share(poster)}>{translate('分享海报')}</Button>}
      <Button disabled={!poster} onClick={() => poster && saveFile(poster)}>
        {translate('保存海报')}
      </Button>
    </>
  )
}

/** The code of a card for somebody who scans it: on a white page that fills the screen, which stays on. */
export const ShowCode = ({ card, onClose }: { card: PublicCard; onClose: () => void }) => {
  const translate = useTranslate()
  useWakeLock()
  const alt = translate('%{name}的名片码', { name: card.name ?? '' })
  return (
    <MuiDialog open slotProps={{ paper: { className: 'show-code', 'aria-label': alt } }} onClose={onClose}>
      <p className="show-code-name">{card.name}</p>
      <OutputPicture
        output={useOutput(card, { type: 'qr', size: codeSize })}
        className="show-code-picture"
        alt={alt}
      />
      <p className="secondary">{translate('请对方用微信扫一扫')}</p>
      <div className="cluster show-code-actions">
        <PosterActions card={card} />
        <Button onClick={onClose}>{translate('关闭')}</Button>
      </div>
    </MuiDialog>
  )
}
