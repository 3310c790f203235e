import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'

const site = useProduct()

/** Opens a list and selects all records that match its filter. */
const selectAll = async (page: Page, path: string) => {
  await page.goto(`/web${path}`)
  await page.getByRole('checkbox', { name: '选择本页' }).check()
  await page.getByRole('button', { name: /^选择全部 \d+ 条$/ }).click()
  return Number(/\d+/.exec(await page.getByRole('status').filter({ hasText: '已选全部' }).innerText())![0])
}

const confirm = (page: Page, label: string) =>
  page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click()

test('all people of a filter go to the recycle bin and come back with one press each', async () => {
  const { page, close, complaints } = await site.openAs('admin')
  const total = await selectAll(page, '/app/lawyer')
  await page.getByRole('button', { name: '移入回收站', exact: true }).click()
  await page.getByRole('dialog').getByText('完成后可以整批撤销一次。').waitFor()
  await page.getByRole('dialog').getByLabel('原因').fill('集中清理')
  await confirm(page, '移入回收站')
  await page.getByRole('button', { name: '撤销', exact: true }).waitFor()
  const result = await page.getByRole('status').filter({ hasText: '已完成' }).innerText()
  const removed = Number(/已完成 (\d+)/.exec(result)![1])
  expect(removed).toBeGreaterThan(total / 2)
  // Removed records have no page to link to.
  expect(await page.locator('.table tbody a').count()).toBe(0)
  await page.getByRole('button', { name: '撤销', exact: true }).click()
  await confirm(page, '撤销')
  await page.getByText(`共 ${removed} 条 · 已完成 ${removed}`).waitFor()
  await page.goto('/web/app/lawyer')
  await page.getByText(`共 ${total} 条`).first().waitFor()
  expect(complaints).toEqual([])
  await close()
})

test('an action that cannot be undone can be stopped before it begins, and its results link to the records', async () => {
  const { page, close, complaints } = await site.openAs('admin', { viewport: phone, colorScheme: 'dark' })
  await page.goto('/web/app/lawyer')
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: /^选择全部 \d+ 条$/ }).click()
  await page.getByRole('button', { name: '通过', exact: true }).click()
  await page.getByRole('dialog').getByText('10 秒后开始').waitFor()
  await confirm(page, '通过')
  await page.getByText('秒后开始，在此之前停止不会改变任何记录').waitFor()
  await page.getByRole('button', { name: '停止' }).click()
  await page.getByText('已停止').first().waitFor()
  await page.locator('.list a').first().click()
  await page.waitForURL(/\/app\/lawyer\/\d+/)
  expect(complaints).toEqual([])
  await close()
})

test('the visibility of one contact is changed on many cards, after a preview, and put back', async () => {
  const { page, close, complaints } = await site.openAs('admin', { viewport: phone, colorScheme: 'dark' })
  await page.goto('/web/app/card?filter={"auditStatus":2}')
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: /^选择全部 \d+ 条$/ }).click()
  await page.getByRole('button', { name: '批量修改', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: '展示权限：手机' }).check()
  await dialog.getByRole('radio', { name: '不公开' }).click()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: '预览', exact: true }).click()
  await dialog.getByText(/将修改 \d+ 条/).waitFor()
  const [first] = await dialog.getByRole('listitem').allInnerTexts()
  expect(first).toMatch(/展示权限：手机[^]*→[^]*不公开/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^修改 \d+ 条$/ }).click()
  await page.getByRole('definition').filter({ hasText: '不公开' }).waitFor()
  await page.getByRole('button', { name: '撤销', exact: true }).click()
  await confirm(page, '撤销')
  await page.getByText(/· 已完成 \d+/).waitFor()
  expect(complaints).toEqual([])
  await close()
})
