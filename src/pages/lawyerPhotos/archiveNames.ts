import type { ZipEntry } from '../../../resources/domain/zipEntries.ts'

/** The names of an archive's entries, in one of the encodings in which they may be meant. */
type Naming = readonly string[]

const decode = (bytes: Uint8Array, encoding: string) => new TextDecoder(encoding).decode(bytes)

const isUtf8 = (bytes: Uint8Array) => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/**
 * The names of the entries. Windows writes Chinese names in GBK, or in Big5 in Taiwan and Hong Kong, without saying so, and
 * some bytes of GBK are valid UTF-8, so that the encoding is decided for the whole archive: a single name that is no UTF-8
 * excludes UTF-8 for all. Of the namings that are left, the one that matches more people is right.
 */
export const namingsOf = (entries: readonly ZipEntry[]): [Naming, ...Naming[]] => {
  const namesIn = (encoding: string) =>
    entries.map(({ unicodeName, isUtf8: isMarked, nameBytes }) =>
      (unicodeName ?? decode(nameBytes, isMarked ? 'utf-8' : encoding))
        .normalize('NFC')
        .replaceAll('\\', '/'),
    )
  const unmarked = entries.filter(entry => !entry.isUtf8 && entry.unicodeName === null)
  const gbk = namesIn('gb18030')
  const isAscii = unmarked.every(({ nameBytes }) => nameBytes.every(byte => byte < 0x80))
  if (isAscii) return [gbk]
  const big5 = namesIn('big5')
  return unmarked.every(({ nameBytes }) => isUtf8(nameBytes)) ? [namesIn('utf-8'), gbk, big5] : [gbk, big5]
}
