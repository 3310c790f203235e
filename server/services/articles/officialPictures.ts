import { fileTypeFromBuffer } from 'file-type'

import { uploadLimits } from '../../../resources/uploads.ts'
import { ApiError } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { newFileKey, storeFile } from '../files/files.ts'
import { imageExtensions, reencodePicture } from '../files/images.ts'
import { singleChunk } from '../files/storage.ts'

// Pictures of articles of a 公众号: WeChat shows them on no other page, so they are stored as the caller's own uploads.

/** Pictures beyond these stay away, like those that cannot be had. */
const mostPictures = 60
const scene = 'article'

/** A picture that moves is stored as its first frame. */
const extensionOf = (mime: string) => (mime === 'image/gif' ? 'png' : imageExtensions[mime])

const mimeOf = (extension: string) =>
  Object.keys(imageExtensions).find(it => imageExtensions[it] === extension)!

/** The address of the stored copy; null where there is no picture at the address. */
const copyOf = async (context: Context, address: string): Promise<string | null> => {
  const { services, caller } = context
  const bytes = await services.official.picture(address)
  const found = bytes && (await fileTypeFromBuffer(bytes))
  const extension = found && extensionOf(found.mime)
  if (!extension) return null
  try {
    const { box } = uploadLimits[scene]
    const picture = await reencodePicture(async () => bytes, { mime: found.mime, extension, box })
    const staged = await services.storage.stage(singleChunk(picture.bytes))
    const key = newFileKey(caller, extension)
    const stored = { key, scene, mime: mimeOf(extension), staged }
    await storeFile({ ...context, now: () => context.now }, caller, stored)
    return `/api/files/${key}`
  } catch (error) {
    // A file that is no picture; a full quota or disk ends the import.
    if (error instanceof ApiError && error.code === '4220') return null
    throw error
  }
}

const attributes = {
  source: /\ssrc=(?:"([^"]*)"|'([^']*)')/i,
  lateSource: /\sdata-src=(?:"([^"]*)"|'([^']*)')/i,
  text: /\salt=(?:"([^"]*)"|'([^']*)')/i,
}

/** An attribute of a tag, as it is written. */
const attributeIn = (tag: string, name: keyof typeof attributes) => {
  const [, double, single] = attributes[name].exec(tag) ?? []
  return double ?? single
}

const placeholder = (index: number) => `/api/files/official/${index}.jpg`
const placeholders = /<img\b[^<>]* src="\/api\/files\/official\/(\d{1,6})\.jpg"[^<>]*>/g

/**
 * Takes the addresses of the pictures out of an article, because sanitising lets through none but encrypted ones, and puts
 * placeholders there. In articles of WeChat the address is often in `data-src`, beside a picture of one pixel.
 */
export const takePictures = (content: string) => {
  const addresses: string[] = []
  const html = content.replaceAll(/<img\b[^<>]*>/gi, tag => {
    const address = attributeIn(tag, 'lateSource') ?? attributeIn(tag, 'source')
    if (!address) return ''
    const text = (attributeIn(tag, 'text') ?? '').replaceAll('"', '&quot;')
    addresses.push(address.replaceAll('&amp;', '&'))
    return `<img src="${placeholder(addresses.length - 1)}" alt="${text}">`
  })
  return { html, addresses }
}

/**
 * Stores the pictures of sanitised HTML and of the cover, one after the other, and puts the copies in their places. A picture that
 * cannot be had is left out and counted.
 */
export const storeOfficialPictures = async (
  context: Context,
  { html, addresses, cover }: { html: string; addresses: readonly string[]; cover: string },
) => {
  const copies = new Map<string, string | null>()
  for (const address of [...new Set(addresses)].slice(0, mostPictures))
    copies.set(address, await copyOf(context, address))
  let missing = 0
  const content = html.replaceAll(placeholders, (tag, index: string) => {
    const copy = copies.get(addresses[Number(index)] ?? '')
    if (!copy) missing += 1
    return copy ? tag.replace(placeholder(Number(index)), copy) : ''
  })
  const coverCopy = cover === '' ? null : await copyOf(context, cover)
  return { content, cover: coverCopy, missing: missing + (cover !== '' && !coverCopy ? 1 : 0) }
}
