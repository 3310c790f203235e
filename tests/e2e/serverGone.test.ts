import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { visit } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'
import { isThorough } from '../support/thoroughness.ts'
import { handwrittenPages, isLimitedWalk, pagesOnce, walkTimeout } from '../support/walk.ts'

const site = useProduct()

/**
 * Inputs that keep typed text: not the search of a list, which acts at once, and no file, checkbox or colour input.
 */
const textFields =
  '#content :is(input[type=text], input[type=email], input[type=tel], input[type=url], input:not([type]), textarea):not([role=combobox], [role=searchbox], [readonly], [disabled])'

const typed = '断网之前写的'

/** Aborts every request from now on, including code and pictures. */
const loseServer = (page: Page) => page.route('**/*', route => route.abort())

/** Simulates a return from another tab, so that stale data is read again. */
const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

const inputs = async (page: Page) => {
  const all = await page.locator(textFields).all()
  const areUsable = await Promise.all(all.map(async it => (await it.isVisible()) && (await it.isEditable())))
  return all.filter((_, index) => areUsable[index])
}

/** Types into the first text field and returns it; null if the page has none. */
const write = async (page: Page) => {
  const [first] = await inputs(page)
  if (!first) return null
  // Number fields accept only digits.
  await first.fill(typed)
  const text = await first.inputValue()
  if (text === '') return null
  await first.evaluate(it => it.setAttribute('data-written', ''))
  return text
}

const openers =
  '#content [aria-haspopup]:not([disabled]), .header [aria-haspopup], #content button[type=submit]:not([disabled])'

/** Pages from a declaration share the forms of records and settings: two of them stand for the others. */
const stands = new Set([...handwrittenPages, '/app/office/create', '/app/conf/card-sort-way'])
const walks = pagesOnce
  .map(
    ([account, pages]) =>
      [account, pages.filter(({ path }) => isThorough || isLimitedWalk || stands.has(path))] as const,
  )
  .filter(([, pages]) => pages.length > 0)

test.each(walks)(
  'text typed by %s stays on each page while the server is unreachable',
  async (account, pages) => {
    const { page, close } = await site.openAs(account)
    await page.clock.install()
    let forms = 0
    for (const { path } of pages) {
      await visit(page, path)
      const text = await write(page)
      if (text === null) continue
      forms += 1
      await loseServer(page)
      await page.clock.runFor(6_000)
      await comeBack(page)
      // After the last retry and the background retries.
      for (let second = 0; second < 40; second += 4) await page.clock.runFor(4_000)
      // The pressed button needs code that has not been loaded yet.
      for (const opener of await page.locator(openers).all()) {
        if (!(await opener.isVisible())) continue
        await opener.click({ force: true })
        await page.clock.runFor(1_000)
        await page.keyboard.press('Escape')
      }
      await page.clock.runFor(20_000)
      const field = page.locator('[data-written]')
      expect(await field.isVisible(), path).toBe(true)
      expect(await field.inputValue(), path).toBe(text)
      expect(await page.getByText('页面加载失败').count(), path).toBe(0)
      await page.unroute('**/*')
      // The page can be left without a confirmation.
      await page.evaluate(() => sessionStorage.clear())
      await page.goto('/health/live')
    }
    if (!isLimitedWalk) expect(forms).toBeGreaterThan(0)
    await close()
  },
  walkTimeout,
)
