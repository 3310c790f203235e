import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone, visit, wide } from '../support/browser.ts'
import { until } from '../support/process.ts'
import { useProduct } from '../support/product.ts'
import { chineseOf, isOfTheFirm, switchTo } from '../support/languageOfPage.ts'
import { english } from '../support/said.ts'
import { isThorough } from '../support/thoroughness.ts'
import { firstPagesOnce, pagesOnce, walkTimeout } from '../support/walk.ts'

const site = useProduct()

/** Texts that were English before stay English. */
const englishOf = async (page: Page) => {
  const texts = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const { nodeValue, parentElement } = walker.currentNode
      if (parentElement!.checkVisibility() && !parentElement!.closest('[lang]:not(html), [class*=preview]'))
        found.push(nodeValue!.trim())
    }
    return found
  })
  return [...new Set(texts)].filter(it => /[a-z]/i.test(it) && saidInEnglish.has(it))
}

const chooseBeforeSigningIn = async (page: Page, locale: string) => {
  await page.goto('/web/login')
  await page.locator('#language').selectOption(locale)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
}

/** The account takes the language chosen before; a document opened earlier still has the account's former one. */
const signInWithChoice = async (page: Page, account: string) => {
  const isSaved = page.waitForResponse(it => it.url().endsWith('/auth/preference'))
  await site.signIn(page, account)
  await isSaved
}

/** A lengthened German: the English text with 40 % more characters and no spaces. */
const lengthened = (text: string) =>
  text
    .split('||||')
    .map(form => {
      const more = Math.ceil(form.replaceAll(/%\{\w+\}/g, '').trim().length * 0.4)
      return `${form.trim()}${'rechtsanwaltsgesellschaft'.repeat(2).slice(0, Math.min(more, 30))}`
    })
    .join(' |||| ')

const saidInEnglish = new Set(
  Object.entries(english).flatMap(([key, text]) => (isOfTheFirm(key) ? [] : [text])),
)
const pseudo = Object.fromEntries(Object.entries(english).map(([key, text]) => [key, lengthened(text)]))

/**
 * Colours do not depend on the language: pages.test.ts checks contrasts in light and dark. Nothing is smaller than
 * with the short English words.
 */
const settled = {
  'en-US': ['color-contrast'],
  // The label for screen readers and the visible text of a button are lengthened separately.
  'de-DE': ['color-contrast', 'target-size', 'label-content-name-mismatch'],
  'ar-EG': ['color-contrast', 'target-size'],
}

test('a German file of the firm is shown at once, also before sign-in', async () => {
  const { page, close, complaints } = await site.openWindow({ viewport: wide })
  await chooseBeforeSigningIn(page, 'de-DE')
  await site.signIn(page, 'system')
  await page.goto('/web/app/setting/language')
  const row = page.getByRole('listitem').filter({ hasText: 'Deutsch' })
  const file = (texts: object) => ({
    name: 'de-DE.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(texts)),
  })
  const input = row.locator('input[type=file]')
  await input.setInputFiles(file({ '选择%{title}': 'Auswahl von %{name}' }))
  await row.getByText('There is no variable name').waitFor()
  await input.setInputFiles(file(pseudo))
  await page.getByRole('heading', { level: 1, name: pseudo['界面语言'] }).waitFor()
  await row.getByText(/^100%/).waitFor()
  await expectAccessible(page)
  await close()

  const visitor = await site.openWindow({ viewport: phone })
  await visitor.page.goto('/web/login')
  await visitor.page.locator('#language').selectOption('de-DE')
  await visitor.page.getByRole('button', { name: pseudo['登录'], exact: true }).waitFor()
  await expectNoSidewaysScroll(visitor.page)
  // The label for screen readers and the visible text of a button are lengthened separately.
  await expectAccessible(visitor.page, { without: ['label-content-name-mismatch'] })
  expect([...complaints, ...visitor.complaints]).toEqual([])
  await visitor.close()
})

test.concurrent.each(isThorough ? pagesOnce : firstPagesOnce)(
  'the first pages of %s are accessible and fit for a phone in English, German and Arabic',
  async (account, pages) => {
    const { page, close, complaints } = await site.openWindow({ viewport: phone })
    await chooseBeforeSigningIn(page, 'en-US')
    expect(await chineseOf(page)).toEqual([])
    await site.signIn(page, account)
    // The current page is translated again without losing its state.
    for (const { path, isEntrance } of pages) {
      await switchTo(page, 'en-US')
      await visit(page, path)
      for (const locale of ['en-US', 'de-DE', 'ar-EG'] as const) {
        await page.emulateMedia({ colorScheme: locale === 'ar-EG' ? 'dark' : 'light' })
        await switchTo(page, locale)
        if (locale === 'de-DE') {
          await until(async () => (await englishOf(page)).length === 0, 20_000).catch(() => {})
          expect(await englishOf(page), path).toEqual([])
        }
        await expectNoSidewaysScroll(page)
        // The lengthened German and the mirrored Arabic were checked for their layout above.
        if (isEntrance || locale === 'en-US')
          await expectAccessible(page, {
            without: settled[locale],
            within: isEntrance ? undefined : '#content',
          })
        expect(complaints, `${locale} ${path}`).toEqual([])
      }
    }
    await close()
  },
  walkTimeout,
)

test('English sentences in a mirrored page keep their order', async () => {
  const { page, close } = await site.openWindow({ viewport: wide })
  await chooseBeforeSigningIn(page, 'ar-EG')
  await site.signIn(page, 'system')
  await page.goto('/web/app/setting/language')
  const lead = page.locator('p.lead')
  await lead.waitFor()
  /** Distance of the full stop to the right of the preceding letter. */
  const distance = await lead.evaluate(paragraph => {
    const text = paragraph.firstChild!
    const leftOf = (at: number) => {
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      return range.getBoundingClientRect().left
    }
    const stop = text.nodeValue!.length - 1
    return leftOf(stop) - leftOf(stop - 1)
  })
  expect(distance).toBeGreaterThan(0)
  await close()
})

test('in a mirrored page the mark of an unread message is beside its title with a gap', async () => {
  const { page, close } = await site.openWindow({ viewport: wide })
  await chooseBeforeSigningIn(page, 'ar-EG')
  await signInWithChoice(page, 'admin')
  await page.goto('/web/app/user/logs/msg')
  const mark = page.locator('.message-dot').first()
  await mark.waitFor()
  const gap = await mark.evaluate(dot => {
    const title = dot.parentElement!.lastElementChild!
    return dot.getBoundingClientRect().left - title.getBoundingClientRect().right
  })
  expect(gap).toBeGreaterThan(4)
  await close()
})

test('a change of language needs no reload, keeps typed text, and is remembered', async () => {
  const { page, close, complaints } = await site.openWindow({ viewport: wide })
  await page.goto('/web/login')
  await page.locator('#language').selectOption('zh-CN')
  await signInWithChoice(page, 'admin')
  await page.goto('/web/app/operation/position/create')
  const name = page.getByLabel('职位名称')
  await name.fill('高级顾问')
  await page.locator('button.user').click()
  await page.getByRole('menuitem', { name: '语言' }).click()
  await page.getByRole('radio', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Close' }).last().click()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en-US')
  expect(await page.getByRole('textbox', { name: 'Position', exact: true }).inputValue()).toBe('高级顾问')
  expect(await chineseOf(page)).toEqual([])
  await page.evaluate(() => sessionStorage.clear())
  expect(await page.evaluate(() => localStorage.getItem('tenant-admin/locale'))).toBe('en-US')
  expect(complaints).toEqual([])
  await close()
})

test('the language chosen on the sign-in page becomes that of the account', async () => {
  const first = await site.openWindow({ viewport: wide })
  await first.page.goto('/web/login')
  await first.page.locator('#language').selectOption('en-US')
  await first.page.getByRole('button', { name: 'Sign in' }).waitFor()
  await signInWithChoice(first.page, 'admin')
  await first.close()
  const second = await site.openWindow({ viewport: wide })
  await second.page.goto('/web/login')
  await site.signIn(second.page, 'admin')
  await expect.poll(() => second.page.locator('html').getAttribute('lang')).toBe('en-US')
  expect([...first.complaints, ...second.complaints]).toEqual([])
  await second.close()
})

test('繁體中文 is complete from the sign-in page on and uses regional vocabulary', async () => {
  const { page, close, complaints } = await site.openWindow({ viewport: wide })
  await page.goto('/web/login')
  await page.locator('#language').selectOption('zh-TW')
  await page.getByRole('button', { name: '登入' }).waitFor()
  await signInWithChoice(page, 'admin')
  await page.goto('/web/app/lawyer')
  await page.getByRole('link', { name: '人員列表' }).first().waitFor()
  await page.getByRole('button', { name: '匯出' }).waitFor()
  await page.locator('button.user').click()
  await page.getByRole('menuitem', { name: '語言' }).click()
  // Languages without texts of their own are offered only below a heading that says so.
  const dialog = page.getByRole('dialog', { name: '語言' })
  expect(await dialog.getByRole('radio', { name: '한국어' }).isVisible()).toBe(false)
  await dialog.getByText('更多語言', { exact: true }).first().click()
  await dialog.getByText(/^這些語言的文字顯示為英文/).waitFor()
  await dialog.getByRole('radio', { name: '한국어' }).click()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ko-KR')
  await page.getByRole('dialog', { name: 'Language' }).waitFor()
  expect(complaints).toEqual([])
  await close()
})
