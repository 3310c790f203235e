import { expect, test } from 'vitest'

import { languageOf } from '../../resources/locales/catalogue.ts'
import { listLocales } from '../../resources/locales/names.ts'
import {
  inTraditional,
  traditionalLocales,
  traditionalParts,
  traditionalTexts,
} from '../../vite.traditional.ts'
import { productTexts } from '../support/texts.ts'

const textsOf = (locale: (typeof traditionalLocales)[number]) => ({
  ...traditionalTexts(locale, 'entrance'),
  ...traditionalTexts(locale, 'app'),
})
const blanksOf = (text: string) => (text.match(/%\{\w+\}/g) ?? []).toSorted()

test('every locale of 繁體中文 that can be chosen has its catalogues', () => {
  const offered = listLocales().filter(it => it.locale.startsWith('zh') && it.locale !== 'zh-CN')
  expect(offered.map(it => it.locale)).toEqual(traditionalLocales)
})

test.each(traditionalLocales)('%s has every text of the product with its placeholders', locale => {
  const texts = textsOf(locale)
  expect(productTexts().filter(it => !texts[it.key])).toEqual([])
  const wrong = Object.entries(texts).filter(
    ([key, text]) => blanksOf(key).join(' ') !== blanksOf(text).join(' '),
  )
  expect(wrong).toEqual([])
  for (const part of traditionalParts)
    expect(Object.values(traditionalTexts(locale, part)).join('')).not.toMatch(
      /[们这个说请输认证书录务员师过还没开关张页审设权类组织线网络编辑删显]/,
    )
})

test('uses the vocabulary of Taiwan and of Hong Kong', () => {
  const inBothLocales = (text: string) => traditionalLocales.map(locale => inTraditional(text, locale))
  expect(inBothLocales('登录')).toEqual(['登入', '登入'])
  expect(inBothLocales('导入文件')).toEqual(['匯入檔案', '匯入文件'])
  expect(inBothLocales('短信验证码')).toEqual(['簡訊驗證碼', '短訊驗證碼'])
  expect(inBothLocales('小程序码')).toEqual(['小程式碼', '小程序碼'])
  expect(inBothLocales('视频号')).toEqual(['視頻號', '視頻號'])
  expect(inBothLocales('通过并发布')).toEqual(['通過並發布', '通過並發佈'])
  expect(inBothLocales('提交审核')).toEqual(['提交審核', '提交審核'])
  expect(inBothLocales('删除查询“%{name}”')).toEqual(['刪除查詢「%{name}」', '刪除查詢「%{name}」'])
})

test.each([
  ['布尔津县', '布爾津縣'],
  ['湖里区', '湖里區'],
  ['云城区', '雲城區'],
  ['岳普湖县', '岳普湖縣'],
  ['岳麓区', '嶽麓區'],
  ['海淀区', '海淀區'],
  ['咸阳市', '咸陽市'],
  ['香格里拉市', '香格里拉市'],
  ['于洪区', '于洪區'],
  ['台州市', '台州市'],
  ['烟台市', ['煙臺市', '煙台市']],
  ['沈阳市', '瀋陽市'],
  ['沈丘县', '沈丘縣'],
  ['阳谷县', '陽穀縣'],
  ['平谷区', '平谷區'],
  ['钟楼区', '鐘樓區'],
  ['钟祥市', '鍾祥市'],
  ['余姚市', '餘姚市'],
  ['塔什库尔干塔吉克自治县', '塔什庫爾干塔吉克自治縣'],
  ['科尔沁左翼后旗', '科爾沁左翼後旗'],
] as const)('the place %s is written %s', (name, written) => {
  const [taiwan, hongKong] = typeof written === 'string' ? [written, written] : written
  expect(traditionalTexts('zh-TW', 'places')[name]).toBe(taiwan)
  expect(traditionalTexts('zh-HK', 'places')[name]).toBe(hongKong)
})

test('a server’s sentence is translated, with texts by people unchanged', () => {
  const { phrase } = languageOf('zh-TW', {}, textsOf('zh-TW'))
  expect(phrase('通过【张三】', {})).toBe('通過【张三】')
  expect(phrase('发布@event', {})).toBe('發布')
  expect(phrase('审核时更正了：姓名、职位。更正后的内容已发布，请核对。', {})).toBe(
    '審核時更正了：姓名、職位。更正後的內容已發布，請核對。',
  )
  expect(phrase('共 %{total} 条', { total: 12_345 })).toBe('共 12345 條')
})
