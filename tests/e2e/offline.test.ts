import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'

import { phone, visit } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'
import { pagesOnce, walkTimeout } from '../support/walk.ts'

const site = useProduct()

const note = (page: Page) => page.locator('.offline-note')

/** The writes that reach the network, with their content. */
const writesOf = (page: Page) => {
  const writes: Request[] = []
  page.on('request', request => {
    if (request.method() !== 'GET' && !/[dD]raft/.test(request.url())) writes.push(request)
  })
  return writes
}

test('a form saved while offline waits and is sent once with its latest values', async () => {
  const { page, context, close } = await site.openAs('admin')
  await visit(page, '/app/operation/position')
  await page.locator('#content tbody a').first().click()
  const remark = page.getByRole('textbox', { name: '备注' })
  await remark.fill('第一稿')
  const writes = writesOf(page)
  await context.setOffline(true)
  await expect.poll(() => note(page).innerText()).toContain('网络已断开')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByRole('button', { name: '等待网络…' }).waitFor()
  await page.getByText('网络已断开，恢复后会自动保存。').waitFor()
  await remark.fill('第二稿')

  // Closing the tab requires a confirmation.
  const dialogEvent = page.waitForEvent('dialog')
  // Playwright's own reload would wait for a page that never loads.
  await page.evaluate(() => void setTimeout(() => location.reload()))
  const dialog = await dialogEvent
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  expect(await remark.inputValue()).toBe('第二稿')
  expect(writes).toEqual([])

  await context.setOffline(false)
  await page.waitForURL(/\/operation\/position$/)
  expect(writes.map(it => (it.postDataJSON() as { remark: string }).remark)).toEqual(['第二稿'])
  expect(await note(page).innerText()).toBe('')
  await close()
})

test('waiting is shown at the pressed button and can be cancelled', async () => {
  const { page, context, close } = await site.openAs('13800000001', { viewport: phone })
  await visit(page, '/app/user/card')
  await page
    .locator('textarea:visible, input[type=text]:visible, input:not([type]):visible')
    .first()
    .fill('周信')
  // The automatic saving may show a message beside it.
  const bar = page.locator('.own-card-bar button.MuiButton-root:not(.MuiButton-link)')
  const before = await bar.allInnerTexts()
  const writes = writesOf(page)
  await context.setOffline(true)
  await expect.poll(() => note(page).innerText()).toContain('网络已断开')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByRole('button', { name: '不再等待' }).waitFor()
  expect(await bar.allInnerTexts()).toEqual(before.map(text => (text === '保存' ? '等待网络…' : text)))
  await page.getByRole('button', { name: '不再等待' }).click()
  await expect.poll(() => bar.allInnerTexts()).toEqual(before)
  await context.setOffline(false)
  await expect.poll(() => note(page).innerText()).toBe('')
  expect(writes).toEqual([])
  await close()
})

/** The browser reports being offline, but code of pages still loads, so that each page can show a message. */
const loseNetwork = async (page: Page) => {
  await page.route('**/api/**', route => route.abort())
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
    dispatchEvent(new Event('offline'))
  })
}
const findNetwork = async (page: Page) => {
  await page.unroute('**/api/**')
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => true })
    dispatchEvent(new Event('online'))
  })
}

/** The first page of each resource, and one page of each kind behind it. */
const walks = pagesOnce.map(([account, pages]) => {
  const further = ['/app/lawyer/2', '/app/card/2', '/app/card/edit/2', '/app/cms/2', '/app/office/create']
  const paths = pages.filter(it => it.isEntrance || further.includes(it.path)).map(it => it.path)
  return [account, paths] as const
})

test.each(walks)(
  'pages of %s report being offline and continue by themselves',
  async (account, paths) => {
    const { page, close } = await site.openAs(account)
    await visit(page, account === 'system' ? '/app/conf/system' : '/app/user/logs/msg')
    await loseNetwork(page)
    for (const path of paths) {
      // The page becomes idle and shows no progress indicator.
      await visit(page, path)
      expect(await note(page).innerText(), path).toContain('网络已断开')
      expect((await page.locator('#content').innerText()).trim(), path).not.toBe('')
    }
    await findNetwork(page)
    await visit(page, paths.at(-1)!)
    await expect.poll(() => page.locator('#content').innerText()).not.toContain('网络已断开')
    await close()
  },
  walkTimeout,
)

test('sign-in, registration and recovery report being offline', async () => {
  const { page, context, close } = await site.openWindow({ viewport: phone })
  const offlineNotice = page.locator('#offline')
  await page.goto('/web/login')
  await page.locator('#account').fill('admin')
  await page.locator('#password').fill('不会丢的密码')
  expect(await offlineNotice.isVisible()).toBe(false)
  await context.setOffline(true)
  await offlineNotice.waitFor()
  await page.locator('#sign-in-submit').click()
  await expect.poll(() => page.locator('#sign-in-error').innerText()).toContain('网络已断开')
  expect(await page.locator('#password').inputValue()).toBe('不会丢的密码')
  await context.setOffline(false)
  await offlineNotice.waitFor({ state: 'hidden' })
  for (const door of ['#register', '#recover']) {
    await page.goto(`/web/login${door}`)
    await page.locator('.hash-page h1').waitFor()
    await context.setOffline(true)
    await offlineNotice.waitFor()
    await context.setOffline(false)
    await offlineNotice.waitFor({ state: 'hidden' })
  }
  await close()
})
