import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { visit } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'

const site = useProduct()

const editor = (page: Page) => page.locator('.rich-page')
const whiteSpace = (page: Page) => editor(page).evaluate(it => getComputedStyle(it).whiteSpace)

/** Delays every style sheet that has not loaded yet, and returns a function that releases them. */
const holdStyles = async (page: Page) => {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  let isAsked = false
  await page.route('**/assets/*.css', async route => {
    isAsked = true
    await promise
    await route.continue()
  })
  return { isAsked: () => isAsked, release }
}

test('an editor appears only after its style sheets have loaded', async () => {
  const { page, complaints, close } = await site.openAs('admin')
  await visit(page, '/app/cms/article')
  const styles = await holdStyles(page)
  const opened = visit(page, '/app/cms/add?kind=2')
  await expect.poll(styles.isAsked).toBe(true)
  // Its code has loaded: it is the same file that any other visit of this page uses.
  await page.evaluate(() => scheduler.postTask(() => {}, { priority: 'background' }))
  expect(await editor(page).count()).toBe(0)
  styles.release()
  await opened
  await editor(page).waitFor()
  expect(await whiteSpace(page)).toBe('break-spaces')
  // Tiptap removes its own style sheet with the last mounted editor, while the next is still rendering.
  expect(await page.locator('style[data-tiptap-style]').count()).toBe(0)
  expect(complaints).toEqual([])
  await close()
})

test('a failed style sheet is loaded again before its part appears', async () => {
  const { page, close } = await site.openWindow()
  await page.goto('/web/login')
  await site.signIn(page, 'admin')
  await visit(page, '/app/cms/article')
  await page.route('**/assets/*.css', route => route.abort())
  await visit(page, '/app/cms/add?kind=2')
  const retry = page.locator('#content').getByRole('button', { name: '重试' }).first()
  await retry.waitFor()
  expect(await editor(page).count()).toBe(0)
  await page.unroute('**/assets/*.css')
  for (let tries = 0; tries < 5 && (await editor(page).count()) === 0; tries += 1) {
    await retry.click()
    await editor(page).or(retry).first().waitFor()
  }
  expect(await whiteSpace(page)).toBe('break-spaces')
  expect(await page.locator('link[data-failed]').count()).toBe(0)
  await close()
})
