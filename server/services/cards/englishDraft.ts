const han = /\p{Script=Han}/u

/** The texts with Chinese characters in a value, in the order in which `replaceTexts` visits them. */
export const chineseTexts = (value: unknown): string[] => {
  if (typeof value === 'string') return han.test(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap(chineseTexts)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(chineseTexts) : []
}

/** The value with each Chinese text replaced. */
export const replaceTexts = (value: unknown, replacement: (text: string) => string): unknown => {
  if (typeof value === 'string') return han.test(value) ? replacement(value) : value
  if (Array.isArray(value)) return value.map(item => replaceTexts(item, replacement))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, replaceTexts(item, replacement)]),
  )
}

type Term = { chinese: string; english: string }

/** Replaces the terms of the glossary, longer ones first; other text stays Chinese. */
export const applyGlossary = (text: string, glossary: readonly Term[]) =>
  glossary
    .toSorted((a, b) => b.chinese.length - a.chinese.length)
    .reduce((changed, { chinese, english }) => changed.replaceAll(chinese, ` ${english} `), text)
    .replaceAll(/ {2,}/g, ' ')
    .trim()
