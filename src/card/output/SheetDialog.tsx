import { useTranslate } from 'ra-core'
import { createPortal } from 'react-dom'

import { saveFile } from '../../browser/saveFile.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogFoot } from '../../ui/dialog/DialogFoot.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { PublicCard } from './publicCard.ts'
import { OutputPicture } from './OutputPicture.tsx'
import { useOutput } from './useOutput.ts'

type Props = { card: PublicCard; onClose: () => void }

/** Sheet of ten cards on A4: printed from the browser in its true size, or saved as a file for a print shop. */
export const SheetDialog = ({ card, onClose }: Props) => {
  const translate = useTranslate()
  const output = useOutput(card, { type: 'sheet' })
  const { data } = output
  return (
    <Dialog title={translate('打印名片“%{name}”', { name: card.name ?? '' })} onClose={onClose}>
      <div className="dialog-content">
        <OutputPicture
          output={output}
          className="output-sheet"
          alt={translate('%{name}的名片打印页', { name: card.name ?? '' })}
        />
        <p className="secondary">
          {translate(
            'A4纸，10张，每张90×54毫米，沿裁切线裁开。打印时请选择“实际大小”（缩放100%）；送印刷厂请保存文件。',
          )}
        </p>
      </div>
      <DialogFoot>
        <Button onClick={onClose}>{translate('关闭')}</Button>
        <Button disabled={!data} onClick={() => data && saveFile(data)}>
          {translate('保存文件')}
        </Button>
        <Button look="primary" disabled={!data} onClick={() => print()}>
          {translate('打印')}
        </Button>
      </DialogFoot>
      {data &&
        createPortal(
          <div className="print-sheet" aria-hidden>
            <img src={data.address} alt="" />
          </div>,
          document.body,
        )}
    </Dialog>
  )
}
