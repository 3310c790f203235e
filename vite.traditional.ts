import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Converter, CustomConverter } from 'opencc-js/cn2t'
import type { Plugin } from 'vite'

import { withoutContext } from './resources/kit/translate.ts'
import type { Texts } from './resources/locales/plural.ts'

// 繁體中文 is made from the Chinese texts by the build, so that it is whole whatever is added to them.

/** Corrections of what OpenCC's dictionaries convert wrongly in the words of this product. */
const corrections = {
  'zh-TW': [
    ['稽核', '審核'],
    ['釋出', '發布'],
    ['併發布', '並發布'],
    ['提交併', '提交並'],
    ['許可權', '權限'],
    ['賬號', '帳號'],
    ['賬戶', '帳戶'],
    ['後臺', '後台'],
    ['小程式碼', '小程式碼'],
    ['程式碼', '代碼'],
    ['物件儲存', '物件儲存'],
    ['物件', '對象'],
    ['專案', '項目'],
    ['分割槽', '分區'],
    ['微訊號', '微信號'],
    ['影片號', '視頻號'],
    ['型別', '類型'],
    ['畫素', '像素'],
    ['新新增', '新增'],
    ['繫結', '綁定'],
  ],
  'zh-HK': [
    ['併發布', '並發佈'],
    ['提交併', '提交並'],
    ['登錄', '登入'],
    ['默認', '預設'],
    ['菜單', '選單'],
    ['設置', '設定'],
    ['短信', '短訊'],
    ['屏幕', '螢幕'],
    ['信息', '資訊'],
    ['鏈接', '連結'],
    ['搜索', '搜尋'],
    ['導出', '匯出'],
    ['導入', '匯入'],
    ['保存', '儲存'],
    ['聯繫', '聯絡'],
    ['賬號', '帳號'],
    ['賬戶', '帳戶'],
    ['服務器', '伺服器'],
    ['數據庫', '資料庫'],
    ['數據', '資料'],
    ['打印', '列印'],
    ['刷新', '重新整理'],
  ],
} as const

export const traditionalLocales = ['zh-TW', 'zh-HK'] as const
export type TraditionalLocale = (typeof traditionalLocales)[number]

/** Quotation marks of Chinese and those that Taiwan and Hong Kong write instead. */
const marks = [
  ['“', '「'],
  ['”', '」'],
  ['‘', '『'],
  ['’', '』'],
] as const

const converterTo = (locale: TraditionalLocale) => {
  const convert = Converter({ from: 'cn', to: locale === 'zh-TW' ? 'twp' : 'hkp' })
  const correct = CustomConverter([...corrections[locale], ...marks].map(it => [...it]))
  return (text: string) => correct(convert(text))
}
/** Keeps what is made for a locale when it is first asked for: a converter takes 40 MB, and each project of the tests loads this file. */
const perLocale = <T>(make: (locale: TraditionalLocale) => T) => {
  const made = new Map<TraditionalLocale, T>()
  return (locale: TraditionalLocale) => made.get(locale) ?? made.set(locale, make(locale)).get(locale)!
}
const converterOf = perLocale(converterTo)

export const inTraditional = (text: string, locale: TraditionalLocale) => converterOf(locale)(text)

/** Characters that OpenCC takes for another word than place names contain. */
const placeCharacters: Readonly<Record<string, string>> = {
  里: '里',
  岳: '岳',
  于: '于',
  范: '范',
  斗: '斗',
  咸: '咸',
  淀: '淀',
  游: '游',
  干: '干',
}

/**
 * Parts of place names that do not follow from their characters. `tests/declarations/placeNames.test.ts` compares all
 * names with CC-CEDICT; where these differ, the name has the form in which it was written before 1956.
 */
const placeParts: readonly (readonly [string, string])[] = [
  ['台州', '台州'],
  ['台山', '台山'],
  ['天台', '天台'],
  ['新余', '新余'],
  ['大余', '大余'],
  ['沈阳', '瀋陽'],
  ['沈河', '瀋河'],
  ['沈北', '瀋北'],
  ['钟山', '鐘山'],
  ['钟楼', '鐘樓'],
  ['谷城', '穀城'],
  ['阳谷', '陽穀'],
  ['南岳', '南嶽'],
  ['岱岳', '岱嶽'],
  ['岳麓', '嶽麓'],
  ['昆山', '崑山'],
  ['昆玉', '崑玉'],
]

const characterConverterOf = perLocale(locale =>
  Converter({ from: 'cn', to: locale === 'zh-TW' ? 'tw' : 'hk' }),
)

/** A place name, converted by its characters: words such as 布尔 are words of computers in OpenCC’s dictionaries. */
export const placeInTraditional = (name: string, locale: TraditionalLocale) => {
  const part = placeParts.find(([simplified]) => name.includes(simplified))
  const start = part ? name.indexOf(part[0]) : name.length
  const end = part ? start + part[0].length : name.length
  const convert = characterConverterOf(locale)
  const byCharacter = (text: string) =>
    Array.from(text, character => placeCharacters[character] ?? convert(character)).join('')
  return byCharacter(name.slice(0, start)) + (part?.[1] ?? '') + byCharacter(name.slice(end))
}

/** The texts of the sign-in page, those of the application besides, and the names of places. */
export const traditionalParts = ['entrance', 'app', 'places'] as const
type Part = (typeof traditionalParts)[number]

/** All texts of the interface by key; the key is the Chinese text. */
export const traditionalTexts = (locale: TraditionalLocale, part: Part): Texts => {
  const file = join(import.meta.dirname, 'resources/locales/en', `${part}.json`)
  const english = JSON.parse(readFileSync(file, 'utf8')) as Texts
  const convert = part === 'places' ? placeInTraditional : inTraditional
  return Object.fromEntries(Object.keys(english).map(key => [key, convert(withoutContext(key), locale)]))
}

const prefix = 'virtual:traditional/'

const isOneOf = <T extends string>(names: readonly T[], name: string | undefined): name is T =>
  names.some(it => it === name)

/** `virtual:traditional/zh-TW/app` is the address of that file, which the build writes. */
export const traditionalCatalogues = (): Plugin => ({
  name: 'traditional-catalogues',
  resolveId: { filter: { id: /^virtual:traditional\// }, handler: id => `\0${id}` },
  load: {
    // eslint-disable-next-line no-control-regex -- marks a module that is no file
    filter: { id: /^\0virtual:traditional\// },
    handler(id) {
      const [locale, part] = id.slice(prefix.length + 1).split('/')
      if (!isOneOf(traditionalLocales, locale) || !isOneOf(traditionalParts, part))
        throw new Error(`No catalogue ${id}`)
      const source = JSON.stringify(traditionalTexts(locale, part))
      // The development server and the tests have no files of a build.
      if (this.environment.mode !== 'build')
        return `export default ${JSON.stringify(`data:application/json,${encodeURIComponent(source)}`)}`
      const file = this.emitFile({ type: 'asset', name: `${locale}-${part}.json`, source })
      return `export default import.meta.ROLLUP_FILE_URL_${file}`
    },
  },
})
