import { fileTypeFromBuffer } from 'file-type'

import { uploadLimits } from '../../../resources/uploads.ts'
import { ApiError } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { newFileKey, storeFile } from '../files/files.ts'
import { imageExtensions, pictureMime, reencodePicture } from '../files/images.ts'
import { singleChunk } from '../files/storage.ts'
import { placeholder, placeholders } from './officialContent.ts'

// Pictures of articles of a 公众号: WeChat shows them on no other page, so they are stored as the caller's own uploads.

/** Pictures beyond this number are left out, like those that cannot be had. */
const mostPictures = 60
/** Milliseconds in which the fetching of a picture may begin; a browser waits a minute for the whole import. */
const defaultLimit = 25_000
const scene = 'article'

/** A picture that moves is stored as its first frame. */
const extensionOf = (mime: string) => (mime === 'image/gif' ? 'png' : imageExtensions[mime])

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
    const stored = { key, scene, mime: pictureMime(extension), staged }
    await storeFile({ ...context, now: () => context.now }, caller, stored)
    return `/api/files/${key}`
  } catch (error) {
    // A file that is no picture; a full quota or disk ends the import.
    if (error instanceof ApiError && error.code === '4220') return null
    throw error
  }
}

type Pictures = { html: string; addresses: readonly string[]; cover: string }

/**
 * Stores the cover and the pictures of sanitised HTML, one after the other, and puts the copies in the places of the placeholders.
 * A picture that cannot be had, or not in time, is left out and counted.
 */
export const storeOfficialPictures = async (
  context: Context,
  { html, addresses, cover }: Pictures,
  limit = defaultLimit,
) => {
  const end = performance.now() + limit
  const copies = new Map<string, string | null>()
  for (const address of [...new Set([cover, ...addresses])].slice(0, mostPictures))
    if (address !== '' && performance.now() < end) copies.set(address, await copyOf(context, address))
  let missing = cover !== '' && !copies.get(cover) ? 1 : 0
  const content = html.replaceAll(placeholders, (tag, index: string) => {
    const copy = copies.get(addresses[Number(index)] ?? '')
    if (!copy) missing += 1
    return copy ? tag.replace(placeholder(Number(index)), copy) : ''
  })
  return { content, cover: copies.get(cover) ?? null, missing }
}
