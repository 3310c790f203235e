import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'

import type { Handout } from './handout.ts'
import { poster, type PosterStyle } from './poster.ts'
import { qrPng, qrSvg } from './qrCode.ts'
import { sheet } from './sheet.ts'
import { vcard } from './vcard.ts'

/** As a folder of every system may be called. */
const folderName = (text: string) => text.replaceAll(/[\\/:*?"<>|.]/g, ' ').trim()

const codeSize = 1000

/** What a file is called, in the language that is asked for. */
type Say = (what: string) => string

const filesOf = async (card: Handout, styles: readonly PosterStyle[], say: Say) => {
  const posters = styles.map(style => [`${say('海报')}${style}.svg`, poster(card, style)] as const)
  const drawn = [
    [`${say('名片码')}.svg`, qrSvg(card.link)],
    [`${say('电子名片')}.vcf`, vcard(card)],
    [`${say('名片打印页')}.svg`, sheet(card)],
    ...posters,
  ] as const
  return { png: await qrPng(card.link, codeSize), texts: drawn }
}

/** An archive with a folder for each card, made as fast as it is read: one card is in memory at a time. */
export async function* archiveOf(cards: AsyncIterable<Handout>, styles: readonly PosterStyle[], say: Say) {
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
    const folder = `${folderName(card.office) || say('未命名')}/${folderName(card.name) || say('未命名')}${language}-${card.codeKey}`
    const { png, texts } = await filesOf(card, styles, say)
    add(`${folder}/${say('名片码')}.png`, png, true)
    for (const [name, text] of texts) add(`${folder}/${name}`, strToU8(text), false)
    yield* ready
    ready = []
  }
  zip.end()
  yield* ready
}
