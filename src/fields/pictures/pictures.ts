import type { PictureFrame } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'

/** Picture types that browsers can show and the server accepts. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp']

export type ChosenPicture = { file: File; url: string; width: number; height: number }
export type CropArea = { x: number; y: number; width: number; height: number }

/**
 * Pixels. Larger pictures are scaled down, because no page shows them larger, and uploads from phones take less time.
 */
const longestSide = 2400

const isTooSmall = ({ minWidth = 0, minHeight = 0 }: PictureFrame, width: number, height: number) =>
  width < minWidth || height < minHeight

const minimumText = ({ minWidth = 0, minHeight = 0 }: PictureFrame, translate: Translate) => {
  if (minWidth > 0 && minHeight > 0)
    return translate('不小于 %{minWidth}×%{minHeight}', { minWidth, minHeight })
  return minWidth > 0
    ? translate('宽不小于 %{minWidth}', { minWidth })
    : minHeight > 0
      ? translate('高不小于 %{minHeight}', { minHeight })
      : ''
}

/** Requirements for a picture, for example 比例 4:5，不小于 600×750，JPG/PNG/WebP. */
export const frameText = (frame: PictureFrame, translate: Translate) =>
  [
    frame.ratio && translate('比例 %{ratio}', { ratio: frame.ratio.join(':') }),
    minimumText(frame, translate),
    'JPG/PNG/WebP',
  ]
    .filter(Boolean)
    .join(translate('，'))

/** Opens a chosen file; resolves to an error message if it cannot be used. The caller has to revoke `url`. */
export const openPicture = async (
  file: File,
  frame: PictureFrame,
  translate: Translate,
): Promise<ChosenPicture | string> => {
  if (!pictureTypes.includes(file.type)) return translate('请选择 JPG、PNG 或 WebP 图片')
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch {
    URL.revokeObjectURL(url)
    return translate('图片无法打开，请换一张')
  }
  const { naturalWidth: width, naturalHeight: height } = image
  if (isTooSmall(frame, width, height)) {
    URL.revokeObjectURL(url)
    return translate('图片应%{minimumText}，这张是 %{width}×%{height}', {
      minimumText: minimumText(frame, translate),
      width,
      height,
    })
  }
  return { file, url, width, height }
}

/** Crops a picture by drawing it on a canvas, which also removes its metadata (place and time of the photo). */
export const cropPicture = async ({ url, file }: ChosenPicture, area: CropArea): Promise<Blob> => {
  const image = new Image()
  image.src = url
  await image.decode()
  const scale = Math.min(1, longestSide / Math.max(area.width, area.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(area.width * scale)
  canvas.height = Math.round(area.height * scale)
  const { x, y, width, height } = area
  canvas.getContext('2d')!.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height)
  const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg'
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      blob => (blob ? resolve(blob) : reject(new Error('The browser made no picture of the part'))),
      type,
      0.92,
    ),
  )
}
