import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Sharp } from 'sharp'

import { ApiError } from '../../context/apiError.ts'
import { createQueue } from '../limits/concurrency.ts'

export const imageExtensions: Readonly<Record<string, 'jpg' | 'png' | 'webp'>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
}

/** The type of a stored picture by the extension of its file. */
export const pictureMime = (extension: string) =>
  Object.keys(imageExtensions).find(mime => imageExtensions[mime] === extension)!

const maxPixels = 40_000_000

const encoders = {
  jpg: (it: Sharp) => it.jpeg({ quality: 86 }),
  png: (it: Sharp) => it.png({ compressionLevel: 8 }),
  webp: (it: Sharp) => it.webp({ quality: 84 }),
}

type Extension = keyof typeof encoders
const isExtension = (text: string): text is Extension => Object.hasOwn(encoders, text)

type TargetFormat<E extends string = string> = { mime: string; extension: E; box: readonly [number, number] }
type Picture = { bytes: Buffer; width: number; height: number }

const invalidFile = (message: string) => new ApiError('4220', message, { errors: { file: message } })

const encode = async (
  bytes: Uint8Array,
  { extension, box: [width, height] }: TargetFormat<Extension>,
): Promise<Picture> => {
  const { data, info } = await encoders[extension](
    sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize({ width, height, fit: 'inside', withoutEnlargement: true }),
  ).toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/**
 * Processes pictures one at a time, since decoding 40 million pixels takes 160 MB. Callers should load the
 * picture inside the work, so that waiting ones need no memory.
 */
export const inPictureQueue = createQueue({
  running: 1,
  waiting: 100,
  sentence: retryAfter => `当前处理的图片较多，请${retryAfter}秒后再试`,
})

/**
 * Re-encodes a picture: rotated by its EXIF orientation, without metadata and without any other data hidden
 * in the file (promise Q36). `read` is called when it is the picture's turn.
 */
export const reencodePicture = (read: () => Promise<Uint8Array>, target: TargetFormat): Promise<Picture> =>
  inPictureQueue(async () => {
    const bytes = await read()
    const found = await fileTypeFromBuffer(bytes)
    if (found?.mime !== target.mime) throw invalidFile('文件内容与类型不符，支持 JPG/PNG/WebP')
    const { extension } = target
    if (!isExtension(extension)) throw new Error(`no picture is stored as ${extension}`)
    return encode(bytes, { ...target, extension }).catch(() => {
      throw invalidFile('图片无法读取或像素过大（最多4000万像素），请换一张')
    })
  })
