import { beforeAll, expect, test } from 'vitest'

import { choose, expectAccessible, expectNoSidewaysScroll, phone, type Watched } from '../support/browser.ts'
import { demoPassword, useProduct } from '../support/product.ts'

const site = useProduct()
let window: Watched
beforeAll(async () => {
  window = await site.openWindow({ viewport: phone, colorScheme: 'dark' })
})

test('closing a branch is refused until each target is chosen, and is one batch in the log', async () => {
  const { page } = window
  await page.goto('/web/login')
  await site.signIn(page, 'admin')
  await page.goto('/web/app/office/2/close')
  const form = page.getByRole('region', { name: '关闭律所' })
  await form.getByText(/^\d+ 人转入所选律所/).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await form.getByRole('textbox', { name: '原因' }).fill('合并办公')
  await form.getByLabel('登录密码').first().fill(demoPassword)
  await form.getByRole('button', { name: '关闭律所' }).click()
  for (const part of ['人员和名片转入', '管理员转入', '内容转入'])
    await form.getByText(`请选择${part}的律所`).waitFor()
  await choose(page, '人员和名片转入', '深圳')
  await choose(page, '管理员转入', '深圳')
  await choose(page, '内容转入', '成都')
  await form.getByRole('button', { name: '关闭律所' }).click()
  const receipt = page.getByRole('status', { name: '关闭结果' })
  await receipt.getByText(/^已转出 [1-9]\d* 人和 [1-9]\d* 张名片$/).waitFor()
  await expectAccessible(page)
  await page.goto('/web/app/logs?filter=%7B%22action%22%3A%22close%22%7D')
  await page
    .getByText(/^关闭【.+】，转出\d+人/)
    .first()
    .waitFor()
  expect(await page.getByText(/^关闭【.+】，转出\d+人/).count()).toBe(1)
})
