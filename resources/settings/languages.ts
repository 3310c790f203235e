import { z } from 'zod'

import { get, isPlain, nothing, put, version } from '../kit/index.ts'
import { parseJson } from '../domain/json.ts'
import type { Texts } from '../locales/plural.ts'
import { isChinese, isLocale } from '../locales/locales.ts'

// A firm's own texts in a language, over those that the product brings: a JSON file, Chinese text to the text of the
// language, taken as it is. All of it is an addition to the specification.

const ownLocale = z
  .string()
  .max(5, { error: '没有这种语言', abort: true })
  .refine(it => isLocale(it) && it !== 'zh-CN', '没有这种语言')
/** The file as it is: JSON, Chinese text to the text of the language, which is empty where it is not translated yet. */
const content = z.string({ error: '请选择译文文件' }).max(900_000, '译文文件不能超过90万个字')

/** What a file of translations holds; null where it is none. */
export const textsFrom = (file: string): Texts | null => {
  try {
    const value: unknown = parseJson(file, { entries: 20_000 })
    if (!isPlain(value)) return null
    const texts: Record<string, string> = {}
    for (const [key, text] of Object.entries(value)) {
      if (typeof text !== 'string') return null
      texts[key] = text
    }
    return texts
  } catch {
    return null
  }
}

const catalogue = z.object({
  locale: z.string(),
  /** How many of the product's texts it has, and how many of those before signing in. */
  count: z.int(),
  version: z.int(),
  updatedAt: z.string(),
  updatedByName: z.string().nullable(),
})

export const languages = {
  name: 'languages',
  calls: {
    list: get(
      '/firm/language/list',
      'conf.view',
      () => nothing,
      () => z.object({ catalogues: z.array(catalogue) }),
      { isAddition: true, feature: 'setting.language' },
    ),
    /** Before anybody has signed in those of the sign-in page alone are needed. */
    texts: get(
      '/firm/language',
      'public',
      () => z.strictObject({ locale: ownLocale, part: z.enum(['entrance', 'app']) }),
      () => z.object({ texts: z.record(z.string(), z.string()) }),
      { isAddition: true },
    ),
    /** Replaces all texts of the language; without any, the product's own are shown again. */
    update: put(
      '/firm/language',
      'setting.edit',
      () => z.strictObject({ locale: ownLocale, content, version }),
      () => catalogue,
      { isAddition: true, feature: 'setting.language' },
    ),
  },
}

/** Whether the product brings texts of its own in this language: English, and Chinese, which are the keys. */
export const isBuiltIn = (locale: string) => isChinese(locale) || locale.startsWith('en')

/** Its names are those of the values that the product fills in. */
const blanksOf = (text: string) => new Set([...text.matchAll(/%\{(\w+)\}/g)].map(([, name]) => name!))

/** What is wrong with a text that was brought for a key; nothing where it may be shown. */
const faultIn = (key: string, text: string, english = ''): string | null => {
  const may = blanksOf(key)
  const has = blanksOf(text)
  const unknown = [...has].find(it => !may.has(it))
  if (unknown) return `没有变量${unknown}`
  // What English can do without, such as a count of one, may be left out.
  const lacking = [...blanksOf(english)].find(it => !has.has(it))
  if (lacking) return `缺少变量${lacking}`
  if (text.length > 2000) return '译文最多2000个字'
  return /<[a-z!/]|(?![\n\t])\p{Cc}/iu.test(text) ? '只能是文字，不能有标记' : null
}

export type Checked = {
  /** What can be shown: known texts that are translated. */
  texts: Texts
  faults: readonly { key: string; fault: string }[]
  /** Keys that the product does not have. */
  unknown: number
}

/** A file of translations held against the texts that there are. */
export const checkTexts = (given: Texts, english: Texts): Checked => {
  const known = Object.entries(given).filter(([key]) => Object.hasOwn(english, key))
  const filled = known.filter(([, text]) => text.trim() !== '')
  const faults = filled.flatMap(([key, text]) => {
    const fault = faultIn(key, text, english[key])
    return fault ? [{ key, fault }] : []
  })
  return { texts: Object.fromEntries(filled), faults, unknown: Object.keys(given).length - known.length }
}
