import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone } from '../../support/browser.ts'
import { useProduct } from '../../support/product.ts'

const site = useProduct()

const fillIn = async (page: Page, title: string) => {
  await page.getByRole('textbox', { name: '培训名称' }).fill(title)
  await page.getByRole('combobox', { name: '参加律师' }).click()
  await page.getByRole('option').first().click()
  // The radio itself is invisible. A forced click would not wait until its label stands still.
  await page.locator('label').filter({ hasText: '职业道德' }).click()
  await page.getByRole('textbox', { name: '学时' }).fill('1.5')
  await page.getByRole('textbox', { name: '培训日期' }).fill('2026-03-08')
}

const create = async (page: Page, title: string) => {
  await page.goto('/web/app/x/training/records/create')
  await fillIn(page, title)
  await page.getByRole('button', { name: '保存' }).click()
  // A list has rows of a table on a wide screen only, so the text is looked for on both.
  await page.getByText(title).first().waitFor()
}

test('an entity of an extension is found in the menu, created, listed and changed', async () => {
  const { page, close, complaints } = await site.openAs('admin')
  await page.goto('/web/app/lawyer')
  await page.getByRole('link', { name: '培训记录' }).click()
  await page.getByRole('heading', { name: '培训记录', level: 1 }).waitFor()
  await page.getByRole('link', { name: '新增培训记录' }).first().click()
  await expectAccessible(page)
  await fillIn(page, '证据规则新解')
  await page.getByRole('button', { name: '保存' }).click()
  const row = page.getByRole('row', { name: '证据规则新解' })
  await row.waitFor()
  expect(await row.innerText()).toMatch(/职业道德[\s\S]*1\.5[\s\S]*2026-03-08/)
  await expectAccessible(page)

  await row.getByRole('link', { name: '证据规则新解', exact: true }).click()
  await page.getByRole('textbox', { name: '学时' }).fill('2')
  await page.getByRole('button', { name: '保存' }).click()
  await expect.poll(() => row.innerText()).toMatch(/职业道德\s+2\.0\s/)
  expect(complaints).toEqual([])
  await close()
})

test('a page of react-admin’s own components shows and deletes the records in the shell', async () => {
  const { page, close, complaints } = await site.openAs('admin')
  await create(page, '合规与利益冲突')
  await page.goto('/web/app/x/training/overview')
  const row = page.getByRole('row', { name: '合规与利益冲突' })
  await row.waitFor()
  expect(await page.locator('body').innerText()).not.toMatch(/\bra\.\w/)
  // React-admin's export would write the records without the right and the log entry that an export has here.
  expect(await page.getByRole('button', { name: '导出' }).count()).toBe(0)
  // The browser's own language writes 3/8/2026.
  expect(await row.innerText()).toContain('2026-03-08')
  await expectAccessible(page)
  await row.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确认' }).click()
  await row.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await close()
})

test('the list and the page fit a phone', async () => {
  const { page, close } = await site.openAs('admin', { viewport: phone })
  await create(page, '手机上的记录')
  await expectNoSidewaysScroll(page)
  await page.goto('/web/app/x/training/overview')
  await page.getByText('手机上的记录').waitFor()
  await expectNoSidewaysScroll(page)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('培训一览')
  await close()
})

test('who may only read has no form, and a lawyer has no entry', async () => {
  const reader = await site.openAs('branch')
  await reader.page.goto('/web/app/x/training/records')
  await reader.page.getByRole('heading', { name: '培训记录', level: 1 }).waitFor()
  expect(await reader.page.getByRole('link', { name: '新增培训记录' }).count()).toBe(0)
  await reader.page.goto('/web/app/x/training/records/create')
  await reader.page.getByText('维护培训记录').first().waitFor()
  await reader.close()
})

test('the texts of an extension are in the reader’s language', async () => {
  const { page, close } = await site.signInAs('admin')
  await page.addInitScript(() => localStorage.setItem('tenant-admin/locale', 'en-US'))
  await page.goto('/web/app/x/training/records')
  await page.getByRole('heading', { name: 'Training records', level: 1 }).waitFor()
  await page.addInitScript(() => localStorage.setItem('tenant-admin/locale', 'zh-TW'))
  await page.goto('/web/app/x/training/records')
  await page.getByRole('heading', { name: '培訓記錄', level: 1 }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-TW')
  await close()
})

test('a page that throws takes nothing else along', async () => {
  const { page, close } = await site.openAs('admin')
  await page.route('**/TrainingOverview-*.js', it =>
    it.fulfill({
      contentType: 'text/javascript',
      body: 'export default () => { throw new Error("an error of the extension") }',
    }),
  )
  await page.goto('/web/app/x/training/overview')
  await page.getByText('这个页面无法显示').waitFor()
  await page.getByRole('link', { name: '培训记录' }).click()
  await page.getByRole('heading', { name: '培训记录', level: 1 }).waitFor()
  expect(await page.getByText('这个页面无法显示').count()).toBe(0)
  await close()
})

test('additional fields of a person stand in form, list and filter', async () => {
  const { page, close, complaints } = await site.openAs('admin')
  await page.goto('/web/app/lawyer?filter=%7B%22keyword%22%3A%22张伟%22%7D')
  await page.getByRole('row').nth(1).getByRole('link', { name: '编辑' }).click()
  const number = page.getByRole('textbox', { name: '律协会员号' })
  await number.fill('B')
  // Inputs that are loaded with the form move what stands below them, the button that is pressed next included.
  await page.locator('.field-loading').first().waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: '培训合格证有效期' }).fill('2027-03-31')
  await page.getByRole('button', { name: '保存' }).click()
  await expect.poll(() => number.getAttribute('aria-invalid')).toBe('true')
  await expectAccessible(page)
  await number.fill('BJ20260001')
  await page.getByRole('button', { name: '保存' }).click()
  // The form leads back to the read-only page.
  await page.getByText('BJ20260001').waitFor()
  await page.getByText('2027-03-31').waitFor()
  const filter = encodeURIComponent(JSON.stringify({ 'training:barNumber': '2026' }))
  await page.goto(`/web/app/lawyer?filter=${filter}`)
  await page.getByRole('button', { name: '列设置' }).click()
  await page.getByRole('checkbox', { name: '律协会员号' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('cell', { name: 'BJ20260001' }).waitFor()
  expect(await page.getByRole('row').count()).toBe(2)
  expect(complaints).toEqual([])
  await close()
})
