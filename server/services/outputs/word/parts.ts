import { strFromU8 } from 'fflate'

import { isReadable, readZipDirectory, readZipEntry } from '../../../../resources/domain/zipEntries.ts'
import { ApiError, invalid } from '../../../context/apiError.ts'

// A template is written by anybody. It is read with limits before a library sees it, and what could run, fetch or
// expand is refused.

/** Parts of a Word file by their path. */
export type WordParts = Record<string, Uint8Array>

const limits = { files: 300, bytes: 10 * 1024 * 1024, document: 512 * 1024 }
export const mainPart = 'word/document.xml'

const tooLarge = () => invalid({ content: '模板解压后过大，请减少图片' })
const otherFile = () => invalid({ content: '文件不是Word文档（.docx），请在Word中另存为 .docx' })

/** Unpacks a file within the limits, whatever size its directory claims. */
const unzip = async (file: Uint8Array<ArrayBuffer>): Promise<WordParts> => {
  const archive = new Blob([file])
  const entries = await readZipDirectory(archive)
  if (entries.length > limits.files) throw tooLarge()
  const parts: [path: string, content: Uint8Array][] = []
  let total = 0
  for (const entry of entries) {
    const path = new TextDecoder().decode(entry.nameBytes)
    if (path.endsWith('/')) continue
    if (!isReadable(entry)) throw otherFile()
    const pieces: Uint8Array[] = []
    await readZipEntry(archive, entry, piece => {
      total += piece.length
      pieces.push(piece)
      return total <= limits.bytes
    })
    if (total > limits.bytes) throw tooLarge()
    parts.push([path, new Uint8Array(Buffer.concat(pieces))])
  }
  return Object.fromEntries(parts)
}

const isXml = (path: string) => /\.(xml|rels)$/i.test(path)
/** Programs and files within the document, and add-ins that open beside it. */
const isRunnable = (path: string) =>
  /vbaProject|vbaData|\/activeX\/|\/embeddings\/|oleObject|\/webextensions\//i.test(path)

/** The attributes of a tag: what stands before each quoted value ends with its name. */
const attributesOf = (tag: string) => {
  const pieces = tag.split(/("[^"]*"|'[^']*')/)
  return new Map(
    pieces.flatMap((piece, at): [string, string][] => {
      const before = at % 2 === 1 ? pieces[at - 1]!.trimEnd() : ''
      const name = before.endsWith('=') ? before.slice(0, -1).trimEnd().split(/\s/).at(-1) : undefined
      return name ? [[name, piece.slice(1, -1)]] : []
    }),
  )
}

/** A link that a reader follows by pressing it; everything else outside would be fetched when the file is opened. */
const isHyperlink = (relationship: string) => {
  const attributes = attributesOf(relationship)
  return (
    attributes.get('Type')?.endsWith('/hyperlink') === true &&
    /^(https?:|mailto:|tel:)/i.test(attributes.get('Target') ?? '')
  )
}

/** Whether a tag refers to something outside that is fetched; a character may be written as its number. */
const isOutside = (tag: string) =>
  /^(\w+:)?Relationship\b/.test(tag) && /TargetMode|&#/i.test(tag) && !isHyperlink(tag)

const FIELD_CODE = /<(?:\w+:)?instrText\b[^<>]*>([^<]*)|\binstr\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const charOf = (_: string, hex: string | undefined, decimal: string) =>
  String.fromCodePoint(Math.min(Number(hex ? `0x${hex.slice(1)}` : decimal), 0x10ffff))

/** The words of all fields, such as PAGE; a field may be cut into several elements. Quoted texts, such as addresses, are left out. */
const fieldWords = (xml: string) =>
  [...xml.matchAll(FIELD_CODE)]
    .map(([, text, one, other]) => text ?? ` ${one ?? other ?? ''} `)
    .join('')
    .replaceAll(/&#(?:(x[\da-f]+)|(\d+));/gi, charOf)
    .replaceAll('&quot;', '"')
    .replaceAll(/"[^"]*"/g, ' ')
/** Fields of Word that read another file, a database or a program. */
const FETCHING = /INCLUDE(?:PICTURE|TEXT)|\b(?:DDE|DDEAUTO|LINK|IMPORT|DATABASE)\b/i

const outside = () => invalid({ content: '模板引用了外部文件（如链接的图片或附加模板），请改为嵌入后再上传' })
const inside = () => invalid({ content: '模板含有宏或嵌入的对象，请另存为不含宏的 .docx' })

const checkXml = (path: string, xml: string) => {
  // Another encoding than UTF-8 has zero bytes, which no text of XML has.
  if (xml.includes('\0') || /<!(DOCTYPE|ENTITY)/i.test(xml))
    throw invalid({ content: '模板含有不支持的XML声明' })
  if (/\.rels$/i.test(path) && xml.split('<').some(isOutside)) throw outside()
  if (FETCHING.test(fieldWords(xml))) throw outside()
  if (/<(\w+:)?altChunk\b/.test(xml)) throw inside()
}

/** The parts of a template; throws 4220 with a sentence that says how to correct it. */
export const readTemplateParts = async (file: Uint8Array<ArrayBuffer>): Promise<WordParts> => {
  const parts = await unzip(file).catch((error: unknown) => {
    throw error instanceof ApiError ? error : otherFile()
  })
  const document = parts[mainPart]
  const types = parts['[Content_Types].xml']
  if (!document || !types) throw otherFile()
  if (Object.keys(parts).some(isRunnable) || /macroEnabled|template\.main/i.test(strFromU8(types)))
    throw inside()
  if (document.length > limits.document) throw invalid({ content: '模板的正文过长，请只保留一位律师的版面' })
  for (const [path, content] of Object.entries(parts)) if (isXml(path)) checkXml(path, strFromU8(content))
  if (!/<w:body>/.test(strFromU8(document)))
    throw invalid({ content: '模板的格式不受支持，请在Word中另存为 .docx' })
  return parts
}
