import { expect, test } from 'vitest'

import {
  comeToRest,
  expectAccessible,
  expectNoSidewaysScroll,
  phone,
  visit,
  wide,
} from '../support/browser.ts'
import { useProduct } from '../support/product.ts'
import { pagesOnce, walkTimeout } from '../support/walk.ts'

const site = useProduct()

test.concurrent.each(pagesOnce.map(([account, pages]) => [account, pages] as const))(
  'help opens and closes by keyboard on each page of %s, at 390 px at night',
  async (account, pages) => {
    const { page, close, complaints } = await site.openWindow({ viewport: phone, colorScheme: 'dark' })
    await page.goto('/web/login')
    await site.signIn(page, account)
    for (const [index, { path }] of pages.entries()) {
      await visit(page, path)
      const help = page.getByRole('button', { name: '使用指南' })
      await help.focus()
      await page.keyboard.press('Enter')
      const panel = page.getByRole('dialog', { name: '使用指南' })
      await panel.getByRole('heading', { level: 3 }).first().waitFor()
      await comeToRest(page)
      await expectNoSidewaysScroll(page)
      if (index === 0) await expectAccessible(page)
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })
      await page.waitForFunction(() => document.activeElement?.getAttribute('title') === '使用指南')
      expect(complaints, path).toEqual([])
    }
    await close()
  },
  walkTimeout,
)

test('the guide stays beside the page, follows it, and says in English that it is Chinese', async () => {
  const { page, close, complaints } = await site.openAs('admin', { viewport: wide })
  await visit(page, '/app/card/review')
  await page.getByRole('button', { name: '使用指南' }).click()
  const panel = page.getByRole('region', { name: '使用指南' })
  await panel.getByRole('heading', { name: '审核', exact: true }).waitFor()
  await expectAccessible(page)
  await visit(page, '/app/logs')
  await panel.getByRole('heading', { name: '日志' }).waitFor()
  const picture = panel.locator('img').first()
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0)

  await panel.getByLabel('指南的章节').selectOption({ label: '谁能做什么' })
  await panel.getByRole('table').waitFor()
  await panel.getByLabel('指南的章节').selectOption({ label: '无障碍声明（英文）' })
  await panel.getByRole('heading', { name: 'What is tested' }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await close()
})
