import { setImmediate } from 'node:timers/promises'

import Docxtemplater from 'docxtemplater'
import InspectModule from 'docxtemplater/js/inspect-module.js'
import { type AsyncZippableFile, strFromU8, strToU8, zip, zipSync } from 'fflate'
import PizZip from 'pizzip'

import { labelNames, portraitNames, wordFields } from '../../../../resources/cards/wordFields.ts'
import { invalid } from '../../../context/apiError.ts'
import { mainPart, type WordParts } from './parts.ts'
import { type WordCard, wordValues } from './wordValues.ts'

const cardsLoop = 'tenant_admin_cards'
const nextPage = 'tenant_admin_next'

const plain = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
/** A paragraph without height, since it goes on behind the break. */
const pageBreak = `${plain(`{#${nextPage}}`)}<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/></w:pPr><w:r><w:br w:type="page"/></w:r></w:p>${plain(`{/${nextPage}}`)}`

/** The document of one lawyer as that of several, each on a page of its own. */
const repeated = (xml: string) => {
  const start = xml.indexOf('<w:body>') + '<w:body>'.length
  const end = xml.lastIndexOf('</w:body>')
  // The properties of the last section are the last element of the body; tracked ones contain the former ones.
  const properties = xml.indexOf('<w:sectPr', Math.max(start, xml.lastIndexOf('</w:p>', end)))
  const close = properties > 0 && properties < end ? properties : end
  return `${xml.slice(0, start)}${plain(`{#${cardsLoop}}`)}${xml.slice(start, close)}${pageBreak}${plain(`{/${cardsLoop}}`)}${xml.slice(close)}`
}

const inPages = (parts: WordParts): WordParts => ({
  ...parts,
  [mainPart]: strToU8(repeated(strFromU8(parts[mainPart]!))),
})

const relationships = 'word/_rels/document.xml.rels'
const imageType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/image'
const emptyRelationships =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'

const partText = (parts: WordParts, path: string, absent: string) => {
  const content = parts[path]
  return content ? strFromU8(content) : absent
}

/** Adds the portraits of the cards, in their order, to the parts. */
const withPortraits = (parts: WordParts, cards: readonly WordCard[]): WordParts => {
  const pictures = cards.flatMap(({ handout: { portrait } }, at) => (portrait ? [{ at, portrait }] : []))
  if (pictures.length === 0) return parts
  const types = strFromU8(parts['[Content_Types].xml']!)
  const links = pictures.map(
    ({ at }) => `<Relationship Id="rIdPortrait${at}" Type="${imageType}" Target="media/portrait${at}.jpeg"/>`,
  )
  return {
    ...parts,
    ...Object.fromEntries(pictures.map(({ at, portrait }) => [`word/media/portrait${at}.jpeg`, portrait])),
    '[Content_Types].xml': strToU8(
      /Extension="jpeg"/i.test(types)
        ? types
        : types.replace(/<Default\b/, '<Default Extension="jpeg" ContentType="image/jpeg"/><Default'),
    ),
    [relationships]: strToU8(
      partText(parts, relationships, emptyRelationships).replace(
        /<\/(\w+:)?Relationships>/,
        end => links.join('') + end,
      ),
    ),
  }
}

/** A portrait of 24 × 30 mm. */
const [widthEmu, heightEmu] = [864_000, 1_080_000]
const drawingNamespace = 'http://schemas.openxmlformats.org/drawingml/2006'
const portraitXml = (at: number) =>
  `<w:p><w:r><w:drawing><wp:inline xmlns:wp="${drawingNamespace}/wordprocessingDrawing" distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${widthEmu}" cy="${heightEmu}"/><wp:docPr id="${900_000 + at}" name="portrait${at}"/><a:graphic xmlns:a="${drawingNamespace}/main"><a:graphicData uri="${drawingNamespace}/picture"><pic:pic xmlns:pic="${drawingNamespace}/picture"><pic:nvPicPr><pic:cNvPr id="${900_000 + at}" name="portrait${at}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:embed="rIdPortrait${at}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${widthEmu}" cy="${heightEmu}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`

const open = (parts: WordParts, modules: InspectModule[] = []) =>
  new Docxtemplater(new PizZip(zipSync(parts, { level: 0 })), {
    paragraphLoop: true,
    linebreaks: true,
    stripInvalidXMLChars: true,
    errorLogging: false,
    nullGetter: () => '',
    modules,
  })

const knownNames = new Set<string>([
  ...wordFields.flatMap(([name, label]) => [name, label, ...labelNames(name, label)]),
  ...portraitNames,
])

const tagNames = (tags: Record<string, unknown>): string[] =>
  Object.entries(tags).flatMap(([name, inside]) => [name, ...tagNames(Object(inside))])

type Tag = ReturnType<InspectModule['getAllStructuredTags']>[number]

const isPortrait = (name: string) => portraitNames.some(it => it === name)
/** Only the portrait is markup; what somebody writes never becomes markup, and the portrait never text. */
const isMisused = ({ value, module, subparsed }: Tag): boolean =>
  module === 'loop' ? (subparsed ?? []).some(isMisused) : isPortrait(value) !== (module === 'rawxml')

/** Throws 4220 if the template names an unknown field, or has a name without its end. */
export const checkTemplate = (parts: WordParts): void => {
  const inspect = new InspectModule()
  try {
    open(parts, [inspect])
    open(inPages(parts))
  } catch {
    throw invalid({ content: '模板中有不完整的字段：每个字段写在一对 { } 中，{#…} 要有对应的 {/…}' })
  }
  if (inspect.getAllStructuredTags().some(isMisused))
    throw invalid({ content: '只有头像、且只能写成单独一段的 {@头像}，其他字段不加 @' })
  const unknown = [...new Set(tagNames(inspect.getAllTags()))].filter(it => !knownNames.has(it))
  const names = unknown.slice(0, 10).join('、')
  if (names !== '') throw invalid({ content: `模板中有未知的字段：${names}` })
}

/** The names of parts that are compressed already. */
const COMPRESSED = /\.(?:jpe?g|png|gif)$/i

/** Large parts are compressed in a thread, so that other calls are answered meanwhile. */
const compressed = (files: PizZip['files']): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const parts = Object.entries(files).flatMap(([path, file]): [string, AsyncZippableFile][] =>
      file.dir ? [] : [[path, [file.asUint8Array(), { level: COMPRESSED.test(path) ? 0 : 6 }]]],
    )
    zip(Object.fromEntries(parts), (error, bytes) => (error ? reject(error) : resolve(bytes)))
  })

/** One Word file of these lawyers in their order, a page or more for each. */
export const wordFile = async (template: WordParts, cards: readonly WordCard[]): Promise<Uint8Array> => {
  const parts = withPortraits(template, cards)
  const values: ReturnType<typeof wordValues>[] = []
  for (const [at, card] of cards.entries()) {
    values.push(wordValues(card, card.handout.portrait ? portraitXml(at) : ''))
    // Long texts of many lawyers take a tenth of a second, during which other calls would wait.
    await setImmediate()
  }
  const document = open(inPages(parts))
  const pages = values.map((card, at) => ({ ...card, [nextPage]: at < cards.length - 1 }))
  // Headers and footers, which all lawyers share, have the values of the only one, or of the firm.
  const [only] = values
  const shared = cards.length === 1 ? only : { 律所: only?.['律所'], firm: only?.['firm'] }
  document.render({ ...shared, [cardsLoop]: pages })
  await setImmediate()
  return compressed(document.getZip().files)
}
