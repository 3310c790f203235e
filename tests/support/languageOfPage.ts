import type { Page } from 'playwright-core'

import { sentenceKey } from '../../server/services/settings/languages.ts'
import { english } from './said.ts'

/**
 * Names of the demo firm that look like texts of the product: positions, categories, a journal and the beginning of a
 * title.
 */
const ofTheFirm = '律师 实习律师 律师助理 顾问 行政人员 荣誉奖项 仲裁 非诉 《法务观察》 关于'.split(' ')

export const isOfTheFirm = (text: string) => ofTheFirm.includes(text)
const isOwn = (text: string) => sentenceKey(text) !== undefined && !isOfTheFirm(text)
const isOwnWord = (word: string) => word in english && !isOfTheFirm(word)
/**
 * A sentence in another language with a Chinese word of the product, such as `Search 人员`. Texts by people stand in
 * quotes, template variables in braces.
 */
const namesOwn = (text: string) => {
  const words = text.replaceAll(/"[^"]*"|\{[^}]*\}/g, '')
  return /[a-z]/i.test(words) && (words.match(/\p{Script=Han}+/gu) ?? []).some(isOwnWord)
}

/** Chinese texts of the product on a page. Texts by people and the phone's pictures are ignored. */
export const chineseOf = async (page: Page) => {
  const texts = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const { nodeValue, parentElement } = walker.currentNode
      const text = nodeValue!.trim()
      if (
        /\p{Script=Han}/u.test(text) &&
        parentElement!.checkVisibility() &&
        !parentElement!.closest('[lang^=zh], [class*=preview]')
      )
        found.push(text)
    }
    // Labels for screen readers and tooltips count too.
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const element of document.body.querySelectorAll(`[${name}]`))
        if (element.checkVisibility() && !element.closest('[lang^=zh], [class*=preview]'))
          found.push(element.getAttribute(name)!)
    return found
  })
  return [...new Set(texts)].filter(it => isOwn(it) || namesOwn(it))
}

/** Changes the language as another tab would, without a reload. */
export const switchTo = async (page: Page, locale: string) => {
  await page.evaluate(wanted => {
    for (const key of Object.keys(localStorage).filter(it => it.startsWith('tenant-admin/locale'))) {
      localStorage.setItem(key, wanted)
      window.dispatchEvent(new StorageEvent('storage', { key, newValue: wanted }))
    }
  }, locale)
  await page.locator(`html[lang=${locale}]`).waitFor()
}
