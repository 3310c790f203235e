import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { useProduct } from '../support/product.ts'

const site = useProduct()

const inbox = '/web/app/user/logs/msg'
/** Limited to the header, because the menu has an entry of the same name. */
const badge = (page: Page, count: number) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: count > 0 ? `站内信，${count}条未读` : '站内信', exact: true })

const announce = async (page: Page, title: string) => {
  await page.goto(`${inbox}/announce/create`)
  await page.getByRole('textbox', { name: '标题' }).fill(title)
  await page.getByRole('textbox', { name: '内容' }).fill('请互相转告。')
  await page.getByRole('radio', { name: '指定人员' }).click()
  await page.getByRole('combobox', { name: '律师' }).fill('guqingheng')
  await page
    .getByRole('option', { name: /顾清衡/ })
    .first()
    .click()
  // The list of choices stays open for the next name and may cover the button.
  await page.keyboard.press('Tab')
  await page.getByText('将发给 1 人').waitFor()
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByRole('button', { name: '确认发布' }).click()
  await page.getByRole('heading', { name: new RegExp(title) }).waitFor()
}

test('reading an announcement in one tab updates the badge of every tab', async () => {
  const [lawyer, admin] = await Promise.all([site.openWindow(), site.openWindow()])
  const { page } = lawyer
  await Promise.all([page.goto('/web/login'), admin.page.goto('/web/login')])
  await Promise.all([site.signIn(page, '13800000002'), site.signIn(admin.page, 'admin')])

  const other = await lawyer.context.newPage()
  await Promise.all([page.goto(inbox), other.goto('/web/app/user/dashboard')])
  // A tab that is still loading receives no broadcast yet.
  await other
    .getByRole('banner')
    .getByRole('link', { name: /^站内信/ })
    .waitFor()
  await page.getByRole('button', { name: '全部已读' }).click()
  await badge(other, 0).waitFor()

  await announce(admin.page, '停电通知')
  // Simulates the user's return to the tab, which reads the count and informs the other tab.
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await badge(other, 1).waitFor()
  await badge(page, 1).waitFor()

  // The browser throttles the timers of background tabs.
  await page.bringToFront()
  await page.getByRole('link', { name: /停电通知/ }).click()
  await page.getByText('请互相转告。').last().waitFor()
  await badge(page, 0).waitFor()
  await badge(other, 0).waitFor()

  await admin.page.reload()
  await admin.page.getByText('1/1 已读').waitFor()
  expect(lawyer.complaints).toEqual([])
  expect(admin.complaints).toEqual([])
})
