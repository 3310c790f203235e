import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'

const site = useProduct()

const lawyer = '沈砚之'
const timeline = (page: Page) => page.getByRole('region', { name: '时间线' })

const openPerson = async (page: Page) => {
  await page.goto('/web/app/lawyer')
  await page.getByRole('searchbox').fill(lawyer)
  await page.getByRole('link', { name: lawyer, exact: true }).first().click()
  await timeline(page).waitFor()
}

/** Changes team and e-mail in the form, which leads back to the page of the person. */
const change = async (page: Page, team: string, email: string) => {
  await page.getByRole('link', { name: '编辑', exact: true }).click()
  await page.getByRole('textbox', { name: '部门/团队' }).fill(team)
  await page.getByRole('textbox', { name: /^邮箱/ }).fill(email)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await timeline(page).waitFor()
}

test('a person’s timeline shows the change and restores one of its fields, with a phone and in the dark', async () => {
  const { page, complaints } = await site.signInAs('admin', { viewport: phone, colorScheme: 'dark' })
  await openPerson(page)
  await change(page, '第一组', 'first@example.com')
  await change(page, '第二组', 'second@example.com')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const [latest] = await timeline(page).getByRole('listitem').all()
  await latest!.getByText(/团队/).first().click()
  await latest!.locator('del', { hasText: '一' }).waitFor()
  await latest!.getByRole('button', { name: /^恢复 / }).click()
  const dialog = page.getByRole('dialog', { name: '恢复历史版本' })
  await dialog.getByRole('checkbox', { name: '邮箱' }).uncheck()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: '恢复', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('第一组', { exact: true }).first().waitFor()
  expect(await page.getByText('second@example.com').count()).toBeGreaterThan(0)
  await timeline(page).getByRole('listitem').first().getByText('还原').waitFor()

  await timeline(page).getByRole('radio', { name: '登录' }).click()
  await timeline(page).getByText('还没有记录。').waitFor()
  expect(complaints).toEqual([])
})
