import type { ZipEntry } from '../../browser/zipEntries.ts'

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
 * The names of the entries. Windows writes Chinese names in GBK without saying so, and some bytes of GBK are valid UTF-8,
 * so that the encoding is decided for the whole archive: a single name that is no UTF-8 makes all GBK. Otherwise there are
 * two namings, of which the one that matches more people is right.
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
  if (!unmarked.every(({ nameBytes }) => isUtf8(nameBytes))) return [gbk]
  const utf8 = namesIn('utf-8')
  return utf8.every((name, at) => name === gbk[at]) ? [utf8] : [utf8, gbk]
}
