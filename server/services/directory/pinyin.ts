import { pinyin } from 'pinyin-pro'

const maxFull = 80
const maxInitials = 20

const twoCharacterSurnames = new Set(
  (
    '欧阳 太史 端木 上官 司马 东方 独孤 南宫 万俟 闻人 夏侯 诸葛 尉迟 公羊 赫连 澹台 皇甫 宗政 濮阳 公冶 太叔 ' +
    '申屠 公孙 慕容 仲孙 钟离 长孙 宇文 司徒 鲜于 司空 闾丘 子车 亓官 司寇 巫马 公西 颛孙 壤驷 公良 漆雕 乐正 ' +
    '宰父 谷梁 拓跋 夹谷 轩辕 令狐 段干 百里 呼延 东郭 南门 羊舌 微生 梁丘 左丘 东门 西门 单于 第五 完颜'
  ).split(' '),
)

const isHan = (text: string) => /\p{Script=Han}/u.test(text)

// A name with a dot is a transliteration: its first character is a sound, not a surname.
const isTransliterated = (name: string) => name.includes('·')

/** Pinyin syllables of Chinese characters; other words unchanged in lower case. */
const syllablesOf = (name: string): string[] =>
  (name.match(/\p{Script=Han}+|[\p{L}\p{N}]+/gu) ?? []).flatMap(part =>
    isHan(part)
      ? pinyin(part, {
          toneType: 'none',
          type: 'array',
          v: true,
          surname: isTransliterated(name) ? 'off' : 'head',
        })
      : [part.toLowerCase()],
  )

/** The pinyin for searching and sorting a name; ü is written v, as it is typed. */
export const pinyinOf = (name: string): { full: string; initials: string } => {
  const syllables = syllablesOf(name)
  return {
    full: syllables.join('').slice(0, maxFull),
    initials: syllables
      .map(it => it[0])
      .join('')
      .slice(0, maxInitials),
  }
}

const capitalise = (passportWord: string) => passportWord.slice(0, 1).toUpperCase() + passportWord.slice(1)

// Passports write ü as YU (吕 LYU, 女 NYU).
const passportWord = (syllables: string[]) => capitalise(syllables.join('').replaceAll('v', 'yu'))

const surnameLength = (name: string) => {
  const characters = Array.from(name)
  return characters.length > 2 && twoCharacterSurnames.has(characters.slice(0, 2).join('')) ? 2 : 1
}

/** A suggestion for the English name: given name first; names in Latin letters stay as they are. */
export const englishName = (name: string): string => {
  const trimmed = name.trim()
  if (!isHan(trimmed)) return trimmed
  if (isTransliterated(trimmed))
    return trimmed
      .split('·')
      .map(part => passportWord(syllablesOf(`·${part}`)))
      .join(' ')
  const syllables = syllablesOf(trimmed)
  const length = surnameLength(trimmed)
  const parts = [passportWord(syllables.slice(length)), passportWord(syllables.slice(0, length))]
  return parts.filter(Boolean).join(' ')
}

/** Family name and given name; a name of one word counts as a given name. */
export const nameParts = (name: string): { family: string; given: string } => {
  const trimmed = name.trim()
  if (isTransliterated(trimmed)) return { family: '', given: trimmed }
  if (!isHan(trimmed)) {
    const words = trimmed.split(/\s+/)
    return words.length < 2
      ? { family: '', given: trimmed }
      : { family: words.at(-1)!, given: words.slice(0, -1).join(' ') }
  }
  const [characters, length] = [Array.from(trimmed), surnameLength(trimmed)]
  return { family: characters.slice(0, length).join(''), given: characters.slice(length).join('') }
}
