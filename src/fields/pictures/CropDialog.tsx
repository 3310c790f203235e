import { useTranslate } from 'ra-core'
import { useState } from 'react'
import Cropper from 'react-easy-crop'

import type { PictureFrame } from '../../../resources/kit/index.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { DialogFoot } from '../../ui/dialog/DialogFoot.tsx'
import { type CropArea, cropPicture, type ChosenPicture } from './pictures.ts'

type Props = {
  picture: ChosenPicture
  frame: PictureFrame & { ratio: readonly [number, number] }
  onCancel: () => void
  onDone: (blob: Blob) => void
}

/** The closest zoom at which the cropped area still has the required number of pixels. */
const maxZoomOf = (
  { width, height }: ChosenPicture,
  { ratio, minWidth = 1, minHeight = 1 }: Props['frame'],
) => {
  const [across, down] = ratio
  const fullWidth = Math.min(width, (height * across) / down)
  const fullHeight = (fullWidth * down) / across
  return Math.max(1, Math.min(4, fullWidth / minWidth, fullHeight / minHeight))
}

export const CropDialog = ({ picture, frame, onCancel, onDone }: Props) => {
  const translate = useTranslate()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<CropArea | null>(null)
  const maxZoom = maxZoomOf(picture, frame)
  const apply = async () => {
    if (area) onDone(await cropPicture(picture, area))
  }
  return (
    <Dialog title={translate('裁剪图片')} onClose={onCancel}>
      <div className="crop">
        <Cropper
          image={picture.url}
          aspect={frame.ratio[0] / frame.ratio[1]}
          crop={crop}
          zoom={zoom}
          maxZoom={maxZoom}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
        />
      </div>
      <label className="crop-zoom">
        {translate('缩放')}
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={0.01}
          value={zoom}
          disabled={maxZoom === 1}
          onChange={({ target }) => setZoom(Number(target.value))}
        />
      </label>
      <DialogFoot>
        <Button onClick={onCancel}>{translate('取消')}</Button>
        <Button look="primary" disabled={!area} onClick={() => void apply()}>
          {translate('使用')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
