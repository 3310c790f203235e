import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'

const site = useProduct()

const lawyer = { mobile: '13800000001', name: '沈砚之' }
const banner = (page: Page) => page.getByRole('region', { name: '以该用户视角查看' })

/** Opens a view of a lawyer from the list of people. */
const beginView = async (page: Page) => {
  await page.goto('/web/app/lawyer')
  await page.getByRole('searchbox').fill(lawyer.mobile)
  await page.getByRole('button', { name: `${lawyer.name}的更多操作` }).click()
  await page.getByRole('menuitem', { name: '以该用户视角查看' }).click()
  const dialog = page.getByRole('dialog', { name: `以“${lawyer.name}”的视角查看` })
  await dialog.waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '开始查看' }).click()
  await banner(page).getByText(`正在以“${lawyer.name}”的视角查看`).waitFor()
}

test('a view shows a lawyer’s pages in this tab alone, refuses to save, and leads back without signing in', async () => {
  const { page, context, complaints } = await site.signInAs('admin', {
    viewport: phone,
    colorScheme: 'dark',
  })
  await beginView(page)
  expect(new URL(page.url()).pathname).toBe('/web/app/user/dashboard')
  await page.getByRole('heading', { name: '我的名片', exact: true }).first().waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await banner(page).getByRole('button', { name: '为什么看不到' }).click()
  const reasons = page.getByRole('dialog', { name: '为什么看不到' })
  await reasons.getByText('只对管理员开放').first().waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await reasons.waitFor({ state: 'detached' })

  // Another tab goes on with the administrator's own session.
  const other = await context.newPage()
  await other.goto('/web/app/logs')
  await other.getByText(`开始以【${lawyer.name}】的视角查看`).filter({ visible: true }).first().waitFor()
  expect(await banner(other).count()).toBe(0)

  await page.goto('/web/app/user/account/settings')
  await page.getByRole('textbox', { name: '邮箱' }).fill('someone@example.com')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('正在以他人的视角查看，不能执行此操作').first().waitFor()
  expect(await page.getByRole('region', { name: '登录设备' }).count()).toBe(0)
  await page.reload()
  await banner(page).waitFor()
  expect(await page.getByRole('textbox', { name: '邮箱' }).inputValue()).not.toBe('someone@example.com')

  await banner(page).getByRole('button', { name: '结束查看' }).click()
  await page.waitForURL(/\/web\/app\/lawyer/)
  await page.getByRole('searchbox').waitFor()
  expect(await banner(page).count()).toBe(0)
  expect(complaints.filter(it => !it.includes('4030'))).toEqual([])
})

test('a view that is over says so and leads back to the own session', async () => {
  const { page } = await site.signInAs('admin')
  await beginView(page)
  const person = await site.signInAs(lawyer.mobile)
  await person.page.goto('/web/app/user/account/settings')
  const row = person.page.getByRole('listitem').filter({ hasText: '正以该账号的视角查看' })
  await row.getByRole('button', { name: /^退出/ }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: '管理员信息' }).click()
  await page.getByText('查看已结束').first().waitFor()
  await page.waitForURL(/\/web\/app\/lawyer/)
  expect(await banner(page).count()).toBe(0)
})

test('signing out in another tab ends the view with the session', async () => {
  const { page, context } = await site.signInAs('admin')
  await beginView(page)
  const other = await context.newPage()
  await other.goto('/web/app/logs')
  await other.getByRole('table').waitFor()
  const signInPage = page.waitForURL(/\/web\/login/, { waitUntil: 'commit' })
  await other.locator('button.user').click()
  await other.getByRole('menuitem', { name: '退出登录' }).click()
  await signInPage
})
