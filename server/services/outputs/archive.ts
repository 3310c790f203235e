import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'

import type { Handout } from './handout.ts'
import { posterSvg, type PosterStyle } from './poster.ts'
import { qrPng, qrSvg } from './qrCode.ts'
import { printSheetSvg } from './sheet.ts'
import { type SignatureDesign, signatureHtml, signatureText } from './signature.ts'
import { vcard } from './vcard.ts'

/** A folder name that is valid on every system. */
const folderName = (text: string) => text.replaceAll(/[\\/:*?"<>|.]/g, ' ').trim()

const codeSize = 1000

/** Translates a file's name into the requested language. */
type TranslateName = (what: string) => string

/** What the firm decides about the files of its cards. */
type Designs = { styles: readonly PosterStyle[]; signature: SignatureDesign }

const filesOf = async (card: Handout, { styles, signature }: Designs, translateName: TranslateName) => {
  const posters = styles.map(
    style => [`${translateName('海报')}${style}.svg`, posterSvg(card, style)] as const,
  )
  const textFiles = [
    [`${translateName('名片码')}.svg`, qrSvg(card.codeLink)],
    [`${translateName('电子名片')}.vcf`, vcard(card)],
    [`${translateName('名片打印页')}.svg`, printSheetSvg(card)],
    [`${translateName('邮件签名')}.html`, signatureHtml(card, signature)],
    [`${translateName('邮件签名')}.txt`, signatureText(card, signature)],
    ...posters,
  ] as const
  return { png: await qrPng(card.codeLink, codeSize), texts: textFiles }
}

/**
 * An archive with a folder for each card, produced as fast as it is read; only one card is in memory at a
 * time.
 */
export async function* cardArchive(
  cards: AsyncIterable<Handout>,
  designs: Designs,
  translateName: TranslateName,
) {
  let readyChunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    readyChunks.push(chunk)
  })
  const add = (path: string, bytes: Uint8Array, isCompressed: boolean) => {
    const part = isCompressed ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 })
    zip.add(part)
    part.push(bytes, true)
  }
  for await (const card of cards) {
    const language = card.language === 'EN' ? '-EN' : ''
    // The code distinguishes people with the same name.
    const folder = `${folderName(card.office) || translateName('未命名')}/${folderName(card.name) || translateName('未命名')}${language}-${card.codeKey}`
    const { png, texts } = await filesOf(card, designs, translateName)
    add(`${folder}/${translateName('名片码')}.png`, png, true)
    for (const [name, text] of texts) add(`${folder}/${name}`, strToU8(text), false)
    yield* readyChunks
    readyChunks = []
  }
  zip.end()
  yield* readyChunks
}
