import type { TextValues } from '../kit/translate.ts'

/** Proper names that keep their capital within a sentence. So does every word with more than one capital. */
const names = new Set(
  'Alibaba Aliyun Amap Android Arabic Beijing Cantonese Chinese English Excel French German Hong Huawei Italian Japanese Korean Mandarin Portuguese Russian Spanish Tencent'.split(
    ' ',
  ),
)

const lowerFirst = (text: string) => {
  const [word = ''] = /^[A-Z][a-z'-]*(?=[\s/,.;]|$)/.exec(text) ?? []
  return word.length < 2 || names.has(word) ? text : text.replace(/^[A-Z]/, first => first.toLowerCase())
}

/**
 * Lowercases labels that stand in the middle of an English sentence: `Enter position`. Texts written by people, and
 * values after a colon or in quotes, stay unchanged.
 */
export const lowerLabelsInSentence = (
  text: string,
  values: TextValues,
  isLabel: (value: string) => boolean,
): TextValues => {
  const inside = new Set([...text.matchAll(/[a-z,] %\{(\w+)\}/g)].map(([, name]) => name))
  if (inside.size === 0) return values
  const lowerLabel = (value: string) => (isLabel(value) ? lowerFirst(value) : value)
  return Object.fromEntries(
    Object.entries(values).map(([name, it]) => [
      name,
      inside.has(name) && typeof it === 'string'
        ? isLabel(it)
          ? lowerFirst(it)
          : it.split(', ').map(lowerLabel).join(', ')
        : it,
    ]),
  )
}
