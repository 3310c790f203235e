import { useTranslate } from 'ra-core'
import { useState } from 'react'

import type { posterStyles } from '../../../resources/cards/index.ts'
import { saveFile } from '../../browser/saveFile.ts'
import { Pills } from '../../ui/Pills.tsx'
import { Button } from '../../ui/Button.tsx'
import { DialogFoot } from '../../ui/dialog/DialogFoot.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { PublicCard } from './publicCard.ts'
import { svgToPng } from './svgToPng.ts'
import { OutputPicture } from './OutputPicture.tsx'
import { usePosterStyles } from './usePosterStyles.ts'
import { useOutput } from './useOutput.ts'

type Style = (typeof posterStyles)[number][0]
type Props = { card: PublicCard; onClose: () => void }

export const PosterDialog = ({ card, onClose }: Props) => {
  const translate = useTranslate()
  const styles = usePosterStyles()
  const [chosen, setChosen] = useState<Style | null>(null)
  const style = styles.find(([it]) => it === chosen)?.[0] ?? styles[0]?.[0] ?? 1
  // The server sends an SVG, which is converted to a bitmap here, where fonts are available.
  const output = useOutput(card, { type: 'poster', style }, svgToPng)
  const { data } = output
  return (
    <Dialog title={translate('海报“%{name}”', { name: card.name ?? '' })} onClose={onClose}>
      <div className="dialog-content">
        <Pills aria-label={translate('海报样式')} options={styles} value={style} onChange={setChosen} />
        <OutputPicture
          output={output}
          className="output-poster"
          alt={translate('%{name}的海报', { name: card.name ?? '' })}
        />
        <p className="secondary">
          {translate('海报不含联系方式，适合公开发布。手机上也可长按图片保存或转发。')}
        </p>
      </div>
      <DialogFoot>
        <Button onClick={onClose}>{translate('关闭')}</Button>
        <Button look="primary" disabled={!data} onClick={() => data && saveFile(data)}>
          {translate('保存图片')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
