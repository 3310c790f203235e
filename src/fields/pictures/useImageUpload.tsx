import { useTranslate } from 'ra-core'
import { useState } from 'react'

import type { UploadScene } from '../../../resources/domain/uploadScene.ts'
import type { PictureFrame } from '../../../resources/kit/index.ts'
import { CropDialog } from './CropDialog.tsx'
import { openPicture, type ChosenPicture } from './pictures.ts'
import { useUpload } from './useUpload.ts'

type Options = { scene: UploadScene; frame: PictureFrame; onDone: (url: string, name: string) => void }

/** Takes a chosen file through validation, cropping if the field has a ratio, and uploading, to its address. */
export const useImageUpload = ({ scene, frame, onDone }: Options) => {
  const translate = useTranslate()
  const [picture, setPicture] = useState<ChosenPicture | null>(null)
  const { start, setError, ...upload } = useUpload(scene, onDone)
  const { ratio } = frame
  const close = () => {
    if (picture) URL.revokeObjectURL(picture.url)
    setPicture(null)
  }
  const choose = async (file: File) => {
    const opened = await openPicture(file, frame, translate)
    if (typeof opened === 'string') return setError(opened)
    setError(null)
    if (ratio) return setPicture(opened)
    URL.revokeObjectURL(opened.url)
    start(file, file.name)
  }
  const dialog = picture && ratio && (
    <CropDialog
      picture={picture}
      frame={{ ...frame, ratio }}
      onCancel={close}
      onDone={blob => {
        start(blob, picture.file.name)
        close()
      }}
    />
  )
  return { ...upload, choose: (file: File) => void choose(file), dialog }
}
