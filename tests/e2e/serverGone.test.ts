import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { visit } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'
import { pagesOnce, walkTimeout } from '../support/walk.ts'

const site = useProduct()

/** What keeps typed text: neither the search of a list, which acts at once, nor a file, a box or a chosen colour. */
const textFields =
  '#content :is(input[type=text], input[type=email], input[type=tel], input[type=url], input:not([type]), textarea):not([role=combobox], [role=searchbox], [readonly], [disabled])'

const typed = '断网之前写的'

/** Every request from now on is broken off, code and pictures included. */
const loseServer = (page: Page) => page.route('**/*', route => route.abort())

/** As if another tab had been looked at meanwhile: what is stale is asked for again. */
const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

const inputs = async (page: Page) => {
  const all = await page.locator(textFields).all()
  const seen = await Promise.all(all.map(async it => (await it.isVisible()) && (await it.isEditable())))
  return all.filter((_, index) => seen[index])
}

/** Writes into the first field that takes a text; null where the page has none. */
const write = async (page: Page) => {
  const [first] = await inputs(page)
  if (!first) return null
  // Numbers are filtered as they are typed.
  await first.fill(typed)
  const text = await first.inputValue()
  if (text === '') return null
  await first.evaluate(it => it.setAttribute('data-written', ''))
  return text
}

const openers =
  '#content [aria-haspopup]:not([disabled]), .header [aria-haspopup], #content button[type=submit]:not([disabled])'

test.each(pagesOnce)(
  'what %s typed stands on every page when the server is gone',
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
      // Past the last of the repeated reads, and of those that follow by themselves.
      for (let second = 0; second < 40; second += 4) await page.clock.runFor(4_000)
      // What is pressed brings code that was not needed before.
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
      // What was typed is left behind without being asked.
      await page.evaluate(() => sessionStorage.clear())
      await page.goto('/health/live')
    }
    expect(forms).toBeGreaterThan(0)
    await close()
  },
  walkTimeout,
)
