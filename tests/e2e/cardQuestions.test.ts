import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'

const site = useProduct()

type Row = { id: number; title: string; lawyerId: number; language: string }

const ask = (page: Page, path: string) =>
  page.evaluate(async address => {
    const token = /tenant-admin-token=([^;]+)/.exec(document.cookie)![1]!
    const response = await fetch(`/api${address}`, { headers: { Token: decodeURIComponent(token) } })
    return ((await response.json()) as { data: unknown }).data
  }, path)

const conversation = (page: Page) => page.getByRole('region', { name: '问与答' })

test('a reviewer asks about a waiting card, and the lawyer answers from the message on a phone', async () => {
  const reviewer = await site.signInAs('admin')
  const { page } = reviewer
  await page.goto('/web/app/card/review?kind=card')
  await page.locator('.desk-head h2').waitFor()
  const { records } = (await ask(page, '/audit/queue?kind=card')) as { records: Row[] }
  const [row] = records
  const { mobile } = (await ask(page, `/lawyer/lawyerInfo/${row!.lawyerId}?reveal=1`)) as { mobile: string }

  await conversation(page).getByRole('button', { name: '向律师提问' }).click()
  // The Enter that confirms a composition sends nothing.
  const question = page.getByRole('textbox', { name: /问题/ })
  await question.fill('哪一年开始执业？')
  await expectAccessible(page)
  const queueAnswered = Promise.withResolvers<void>()
  await page.route('**/audit/queue**', async route => {
    await queueAnswered.promise
    await route.continue()
  })
  await page.getByRole('button', { name: '发送问题' }).click()
  await conversation(page).getByText('哪一年开始执业？').waitFor()

  // The form of the question closes when the queue has been read again; a dialog opened before that stays open.
  await conversation(page).getByRole('button', { name: '分配审核人' }).click()
  const dialog = page.getByRole('dialog', { name: '分配审核人' })
  await dialog
    .getByLabel(/审核人/)
    .first()
    .waitFor()
  queueAnswered.resolve()
  await page.locator('.desk-row[aria-current]').getByText('待答复').waitFor()
  await question.waitFor({ state: 'detached' })
  expect(await dialog.isVisible()).toBe(true)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  const lawyer = await site.signInAs(mobile, { viewport: phone, colorScheme: 'dark' })
  await lawyer.page.goto('/web/app/user/logs/msg')
  await lawyer.page.getByText('审核人有问题请您答复').first().click()
  await lawyer.page.getByRole('link', { name: /^查看/ }).first().click()
  const questions = lawyer.page.getByRole('region', { name: '审核人的问题' })
  const answer = questions.getByRole('textbox', { name: /答复/ })
  await answer.waitFor()
  await expect.poll(() => answer.evaluate(it => it === document.activeElement)).toBe(true)
  await answer.fill('2008年')
  await expectAccessible(lawyer.page)
  await expectNoSidewaysScroll(lawyer.page)
  await questions.getByRole('button', { name: '发送答复' }).click()
  await questions.getByText('已答复').waitFor()

  await page.goto('/web/app/card/review?kind=card')
  await page.locator('.desk-row').filter({ hasText: row!.title }).getByText('已答复').first().waitFor()
  await page.goto(`/web/app/card/detail/${row!.id}`)
  await conversation(page).getByText('2008年').waitFor()
  await expectAccessible(page)
  expect(reviewer.complaints).toEqual([])
  expect(lawyer.complaints).toEqual([])
})
