import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'

import type { Handout } from './handout.ts'
import { poster, type PosterStyle } from './poster.ts'
import { qrPng, qrSvg } from './qrCode.ts'
import { sheet } from './sheet.ts'
import { vcard } from './vcard.ts'

/** As a folder of every system may be called. */
const folderName = (text: string) => text.replaceAll(/[\\/:*?"<>|.]/g, ' ').trim() || '未命名'

const codeSize = 1000

const filesOf = async (card: Handout, styles: readonly PosterStyle[]) => {
  const posters = styles.map(style => [`海报${style}.svg`, poster(card, style)] as const)
  const drawn = [
    ['名片码.svg', qrSvg(card.link)],
    ['电子名片.vcf', vcard(card)],
    ['打印页.svg', sheet(card)],
    ...posters,
  ] as const
  return { png: await qrPng(card.link, codeSize), texts: drawn }
}

/** An archive with a folder for each card, made as fast as it is read: one card is in memory at a time. */
export async function* archiveOf(cards: AsyncIterable<Handout>, styles: readonly PosterStyle[]) {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  const add = (path: string, bytes: Uint8Array, isPacked: boolean) => {
    const part = isPacked ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 })
    zip.add(part)
    part.push(bytes, true)
  }
  for await (const card of cards) {
    const language = card.language === 'EN' ? '-EN' : ''
    // The code tells people of one name apart.
    const folder = `${folderName(card.office)}/${folderName(card.name)}${language}-${card.codeKey}`
    const { png, texts } = await filesOf(card, styles)
    add(`${folder}/名片码.png`, png, true)
    for (const [name, text] of texts) add(`${folder}/${name}`, strToU8(text), false)
    yield* ready
    ready = []
  }
  zip.end()
  yield* ready
}
