import type { TextValues } from '../kit/translate.ts'

/** Languages, makers and places keep their capital wherever they stand; so does a word with more capitals than one. */
const names = new Set(
  'Alibaba Aliyun Amap Android Arabic Beijing Cantonese Chinese English Excel French German Hong Huawei Italian Japanese Korean Mandarin Portuguese Russian Spanish Tencent'.split(
    ' ',
  ),
)

const small = (text: string) => {
  const [word = ''] = /^[A-Z][a-z'-]*(?=[\s/,.;]|$)/.exec(text) ?? []
  return word.length < 2 || names.has(word) ? text : text.charAt(0).toLowerCase() + text.slice(1)
}

/**
 * A label begins with a capital, and has none where it stands in the middle of a sentence: `Enter position`. What
 * people wrote, and what stands after a colon or in quotes, keeps its own.
 */
export const inSentence = (
  text: string,
  values: TextValues,
  isLabel: (value: string) => boolean,
): TextValues => {
  const inside = new Set([...text.matchAll(/[a-z,] %\{(\w+)\}/g)].map(([, name]) => name))
  if (inside.size === 0) return values
  const said = (value: string) => (isLabel(value) ? small(value) : value)
  return Object.fromEntries(
    Object.entries(values).map(([name, it]) => [
      name,
      inside.has(name) && typeof it === 'string'
        ? isLabel(it)
          ? small(it)
          : it.split(', ').map(said).join(', ')
        : it,
    ]),
  )
}
