import { nameParts } from '../../../resources/domain/nameReadings.ts'
import { numberAndExtension } from '../../../resources/domain/telephone.ts'
import { toName } from '../../../resources/kit/index.ts'
import type { Handout } from './handout.ts'

// vCard 3.0 (RFC 2426) has no parameter CHARSET, but readers for version 2.1, which many phones in China
// still have, take Chinese text for GBK without it, and other readers ignore it.

const isAscii = (text: string) => /^[\x20-\x7E]*$/.test(text)

const escapeValue = (text: string) =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')

const maxLineBytes = 75

/**
 * Folds a line of more than 75 bytes: it continues on the next line after a space, without splitting a
 * character.
 */
const foldLine = (line: string) => {
  const lines: string[] = []
  let current = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > maxLineBytes) {
      lines.push(current)
      current = ' '
      bytes = 1
    }
    current += character
    bytes += size
  }
  return [...lines, current].join('\r\n')
}

/** `value` is escaped already, because some properties separate their parts by semicolons. */
const line = (property: string, value: string) =>
  foldLine(`${property}${isAscii(value) ? '' : ';CHARSET=UTF-8'}:${value}`)

const textLine = (property: string, text: string | null) => (text ? [line(property, escapeValue(text))] : [])
const partsLine = (property: string, parts: readonly (string | null)[]) =>
  line(property, parts.map(part => escapeValue(part ?? '')).join(';'))

/**
 * A number that a phone can dial, without its extension: Android keeps only the digits of TEL, so that the extension would become
 * part of the number.
 */
const phoneLine = (property: string, phone: string | null) =>
  textLine(property, phone && numberAndExtension(phone).number)

const noteTexts = {
  CN: { wechat: '微信：', licence: '执业证号：', phone: '电话：', fax: '传真：', extension: ' 转 ' },
  EN: { wechat: 'WeChat: ', licence: 'Licence: ', phone: 'Tel: ', fax: 'Fax: ', extension: ' ext. ' },
}

/** What no property holds, among it the extensions. */
const notesOf = ({ wechatNo, licenseNumber, phone, fax, language, machineMark }: Handout) => {
  const texts = noteTexts[language]
  const extensionOf = (label: string, text: string) => {
    const { number, extension } = numberAndExtension(text)
    return extension && label + number + texts.extension + extension
  }
  return [
    wechatNo && texts.wechat + wechatNo,
    licenseNumber && texts.licence + licenseNumber,
    ...phone.map(it => extensionOf(texts.phone, it)),
    fax && extensionOf(texts.fax, fax),
    machineMark,
  ]
    .filter(Boolean)
    .join('\n')
}

/** A person as a vCard for phones and WeChat. */
export const vcard = (card: Handout) => {
  const { family, given } = nameParts(card.name)
  const { position, titles, language, portrait } = card
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    partsLine('N', [family, given, null, null, null]),
    ...textLine('FN', toName(card.name)),
    partsLine('ORG', [card.office || card.firm, ...(card.team ? [card.team] : [])]),
    ...textLine('TITLE', [position, ...titles].filter(Boolean).join(language === 'EN' ? ', ' : '、')),
    ...textLine('TEL;TYPE=CELL,VOICE', card.mobile),
    ...card.phone.flatMap(phone => phoneLine('TEL;TYPE=WORK,VOICE', phone)),
    ...phoneLine('TEL;TYPE=WORK,FAX', card.fax),
    ...textLine('EMAIL;TYPE=INTERNET,WORK', card.email),
    ...(card.address ? [partsLine('ADR;TYPE=WORK', [null, null, card.address, null, null, null, null])] : []),
    ...textLine('NOTE', notesOf(card)),
    ...(portrait ? [line('PHOTO;ENCODING=b;TYPE=JPEG', portrait.toString('base64'))] : []),
    // A URL is not a text value, so nothing in it is escaped.
    line('URL', card.codeLink),
    ...textLine('UID', `${card.codeKey}-${language}`),
    // Address books that use ical.js cannot read a fraction of a second.
    line('REV', card.publishedAt.toISOString().replace(/\.\d+/, '')),
    'END:VCARD',
    '',
  ].join('\r\n')
}
