import type { DownloadedFile } from '../../../providers/download.ts'

const loaded = (address: string) =>
  new Promise<HTMLImageElement>((resolve, reject) => {
    const image = new Image()
    image.addEventListener('load', () => resolve(image))
    image.addEventListener('error', () => reject(new Error('The poster cannot be drawn')))
    image.src = address
  })

const pngOf = (canvas: HTMLCanvasElement) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob(
      blob => (blob ? resolve(blob) : reject(new Error('The browser made no picture of the poster'))),
      'image/png',
    ),
  )

/** A drawing as a picture of its own size, its text in the fonts of this device. */
export const pictureOf = async ({ name, blob }: DownloadedFile): Promise<DownloadedFile> => {
  const address = URL.createObjectURL(blob)
  try {
    const image = await loaded(address)
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    canvas.getContext('2d')!.drawImage(image, 0, 0)
    return { name: name.replace(/\.svg$/, '.png'), blob: await pngOf(canvas) }
  } finally {
    URL.revokeObjectURL(address)
  }
}
