import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'

const site = useProduct()

const [owner, assistant] = ['13800000001', '13800000002'] as const

const ask = <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(async address => {
    const token = /tenant-admin-token=([^;]+)/.exec(document.cookie)![1]!
    const response = await fetch(`/api${address}`, { headers: { Token: decodeURIComponent(token) } })
    return ((await response.json()) as { data: T }).data
  }, path)
const nameOf = async (page: Page) => (await ask<{ name: string }>(page, '/auth/self')).name
const nextMonth = () => new Date(Date.now() + 30 * 24 * 3_600_000).toISOString().slice(0, 10)

/** Names the assistant for one field in the dialog of the own card's page. */
const nameAssistant = async (page: Page, name: string) => {
  await page.goto('/web/app/user/dashboard')
  const given = page.getByRole('region', { name: '名片代办' })
  await given.getByRole('button', { name: '指定代办人' }).click()
  const dialog = page.getByRole('dialog', { name: '指定代办人' })
  await dialog.getByRole('combobox', { name: /代办人/ }).fill(name)
  await page
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .click()
  await dialog.getByRole('combobox', { name: /代办字段/ }).fill('个人签名')
  await page.getByRole('option', { name: '个人签名' }).first().click()
  await dialog.getByRole('textbox', { name: /结束日期/ }).fill(nextMonth())
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '确定' }).click()
  await given.getByText('生效中').waitFor()
}

test('a lawyer names an assistant on a phone, who edits and submits under the own sign-in until the lawyer ends it', async () => {
  const lawyer = await site.signInAs(owner, { viewport: phone })
  const ownerName = await nameOf(lawyer.page)
  const before = await site.signInAs(assistant, { viewport: phone })
  const assistantName = await nameOf(before.page)
  await nameAssistant(lawyer.page, assistantName)

  const helper = await site.signInAs(assistant, { viewport: phone, colorScheme: 'dark' })
  const { page } = helper
  await page.goto('/web/app/user/mandate')
  await page.getByRole('link', { name: '维护中文名片' }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: '维护中文名片' }).click()
  await page.getByText(`您代${ownerName}维护名片`, { exact: false }).waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: /^姓名/ }).isDisabled()).toBe(true)
  await page.getByText('不在代办范围内，由本人维护').first().waitFor()
  await page.getByRole('textbox', { name: /个人签名/ }).fill('代办人写的签名')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: '提交审核' }).click()
  await page.getByText('已提交审核').waitFor()

  const reviewer = await site.signInAs('admin')
  await reviewer.page.goto('/web/app/card/review?kind=card')
  const both = `${assistantName}（代${ownerName}）`
  await reviewer.page.locator('.desk-row').getByText(`由${both}提交`).first().waitFor()

  const { lawyerId } = (await ask<{ lawyerId: number }[]>(page, '/mandate/held'))[0]!
  await page.goto(`/web/app/user/mandate/card?lawyer=${lawyerId}&language=CN`)
  const withdraw = page.getByRole('button', { name: '撤回' })
  await withdraw.waitFor()
  await lawyer.page
    .getByRole('region', { name: '名片代办' })
    .getByRole('button', { name: `结束代办：${assistantName}` })
    .click()
  await lawyer.page.getByText('代办已结束').first().waitFor()
  await withdraw.click()
  await page.getByText(`代办已结束，不能再修改${ownerName}的名片`, { exact: false }).first().waitFor()
  expect(lawyer.complaints).toEqual([])
  expect(reviewer.complaints).toEqual([])
})
