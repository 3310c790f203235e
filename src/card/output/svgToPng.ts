import type { DownloadedFile } from '../../../providers/download.ts'

const loadImage = (address: string) =>
  new Promise<HTMLImageElement>((resolve, reject) => {
    const image = new Image()
    image.addEventListener('load', () => resolve(image))
    image.addEventListener('error', () => reject(new Error('The poster cannot be drawn')))
    image.src = address
  })

const canvasToPng = (canvas: HTMLCanvasElement) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob(
      blob => (blob ? resolve(blob) : reject(new Error('The browser made no picture of the poster'))),
      'image/png',
    ),
  )

/** Converts an SVG to a PNG of the same size, with its text in the fonts of this device. */
export const svgToPng = async ({ name, blob }: DownloadedFile): Promise<DownloadedFile> => {
  const address = URL.createObjectURL(blob)
  try {
    const image = await loadImage(address)
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    canvas.getContext('2d')!.drawImage(image, 0, 0)
    return { name: name.replace(/\.svg$/, '.png'), blob: await canvasToPng(canvas) }
  } finally {
    URL.revokeObjectURL(address)
  }
}
