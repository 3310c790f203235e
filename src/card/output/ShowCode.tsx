import MuiDialog from '@mui/material/Dialog'
import { useNotify, useTranslate } from 'ra-core'

import type { DownloadedFile } from '../../../providers/download.ts'
import { Button } from '../../ui/Button.tsx'
import { saveFile } from '../../browser/saveFile.ts'
import { codeSize, type PublicCard } from './publicCard.ts'
import { OutputPicture } from './OutputPicture.tsx'
import { svgToPng } from './svgToPng.ts'
import { useOutput } from './useOutput.ts'
import { usePosterStyles } from './usePosterStyles.ts'
import { useWakeLock } from './useWakeLock.ts'

const toFile = ({ name, blob }: DownloadedFile) => new File([blob], name, { type: blob.type })
const canShare = (poster: DownloadedFile | undefined) =>
  poster !== undefined && 'canShare' in navigator && navigator.canShare({ files: [toFile(poster)] })
const canCopy = () => 'ClipboardItem' in window && 'clipboard' in navigator

/**
 * Buttons to copy, share and save the poster, which is generated in advance: browsers allow copying only directly
 * after a click.
 */
const PosterActions = ({ card }: { card: PublicCard }) => {
  const translate = useTranslate()
  const notify = useNotify()
  const style = usePosterStyles()[0]?.[0] ?? 1
  const { data: poster } = useOutput(card, { type: 'poster', style }, svgToPng)
  const copy = async ({ blob }: DownloadedFile) => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ [blob.type]: blob })])
      notify(translate('海报已复制'), { type: 'success' })
    } catch {
      notify(translate('复制失败，请改用保存海报'), { type: 'error' })
    }
  }
  // Closing the browser's share dialog rejects the promise, which is no error.
  const share = (file: DownloadedFile) => void navigator.share({ files: [toFile(file)] }).catch(() => {})
  return (
    <>
      {canCopy() && (
        <Button disabled={!poster} onClick={() => poster && void copy(poster)}>
          {translate('复制海报')}
        </Button>
      )}
      {canShare(poster) && <Button onClick={() => poster && share(poster)}>{translate('分享海报')}</Button>}
      <Button disabled={!poster} onClick={() => poster && saveFile(poster)}>
        {translate('保存海报')}
      </Button>
    </>
  )
}

/** Shows the code of a card in full screen on white, and keeps the screen on while somebody scans it. */
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
