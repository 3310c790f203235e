import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone, visit } from '../support/browser.ts'
import { demoPassword, useProduct } from '../support/product.ts'

const site = useProduct()

/** Text and version of the notice; null for none. */
const writeNotice = async (privacy: string | null, agreementVersion: string) => {
  const answer = await fetch(`${site.url}/api/auth/firmAccessUserLogin`, {
    method: 'POST',
    body: new URLSearchParams({ account: 'admin', password: demoPassword }),
  })
  const { data } = (await answer.json()) as { data: { token: string } }
  const headers = { Token: data.token, 'Content-Type': 'application/json' }
  const address = `${site.url}/api/firmConf/loginRegSet`
  const now = (await (await fetch(address, { headers })).json()) as { data: object }
  const body = JSON.stringify({ ...now.data, privacy, agreementVersion })
  const saved = await fetch(address, { method: 'PUT', headers, body })
  expect(await saved.json()).toMatchObject({ code: '200' })
}

/** Ends all other sessions of the administrator, as from another device. */
const endSessions = async (account: string) => {
  const answer = await fetch(`${site.url}/api/auth/firmAccessUserLogin`, {
    method: 'POST',
    body: new URLSearchParams({ account, password: demoPassword }),
  })
  const { data } = (await answer.json()) as { data: { token: string } }
  const ended = await fetch(`${site.url}/api/auth/sessions`, {
    method: 'DELETE',
    headers: { Token: data.token, 'Content-Type': 'application/json' },
    body: '{}',
  })
  expect(await ended.json()).toMatchObject({ code: '200' })
}

const nameField = (page: Page) => page.getByRole('textbox', { name: '律所名称' })
const writeOffice = async (page: Page, name: string) => {
  await page.goto('/web/app/office/create')
  await nameField(page).fill(name)
  await page.getByRole('button', { name: '保存', exact: true }).waitFor()
  // Typed text is stored as a draft after a short delay.
  await page.waitForFunction(text => JSON.stringify(sessionStorage).includes(text), name)
}

test('after an expired session only the same user returns to the page and its form', async () => {
  const { page, complaints } = await site.signInAs('admin')
  await writeOffice(page, '无锡分所')
  await endSessions('admin')
  await page.reload()
  await page.waitForURL(/\/web\/login/)
  await site.signIn(page, 'admin')
  await page.waitForURL(/\/web\/app\/office\/create/)
  await page.getByRole('button', { name: '恢复' }).click()
  expect(await nameField(page).inputValue()).toBe('无锡分所')

  await endSessions('admin')
  await page.reload()
  await page.waitForURL(/\/web\/login/)
  await site.signIn(page, 'admin2')
  await page.waitForURL(/\/web\/app\/office\/list/)
  expect(complaints).toEqual([])
})

test('closing the browser ends the session, unless it is remembered for seven days', async () => {
  for (const isRemembered of [true, false]) {
    const { page, context, close } = await site.openWindow()
    await page.goto('/web/login')
    await page.getByRole('checkbox', { name: '7天内自动登录' }).setChecked(isRemembered)
    await site.signIn(page, 'admin')
    const { cookies, origins } = await context.storageState()
    const { expires } = cookies.find(({ name }) => name === 'tenant-admin-token')!
    const days = Math.round((expires - Date.now() / 1000) / 86_400)
    expect(isRemembered ? days : expires).toBe(isRemembered ? 7 : -1)
    await close()

    // A closed browser keeps the local storage and the cookies with a date.
    const kept = { cookies: cookies.filter(cookie => cookie.expires !== -1), origins }
    const reopened = await site.openWindow({ storageState: kept })
    await reopened.page.goto('/web/')
    await reopened.page.waitForURL(isRemembered ? /\/web\/app\// : /\/web\/login/)
    await reopened.close()
  }
})

test('signing out ends the session in other tabs', async () => {
  const { page, context } = await site.signInAs('admin')
  const other = await context.newPage()
  await other.goto('/web/app/logs')
  await other.getByRole('table').waitFor()
  await page.locator('button.user').click()
  const out = page.getByRole('menuitem', { name: '退出登录' })
  await out.waitFor()
  const signInPage = other.waitForURL(/\/web\/login/, { waitUntil: 'commit' })
  await out.click()
  await signInPage
})

test('a lawyer’s tab whose session an administrator ended is signed out at its next call', async () => {
  const mobile = '13800000001'
  const lawyer = await site.signInAs(mobile)
  const { page, complaints } = await site.signInAs('admin', { viewport: phone, colorScheme: 'dark' })
  await page.goto('/web/app/lawyer')
  await page.getByRole('searchbox').fill(mobile)
  await page.getByRole('button', { name: '沈砚之的更多操作' }).click()
  await page.getByRole('menuitem', { name: '登录设备' }).click()
  const devices = page.getByRole('dialog', { name: '沈砚之的登录设备' })
  await devices.getByRole('listitem').first().waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await devices.getByRole('button', { name: '下线Chrome（Linux）' }).first().click()
  const dialog = page.getByRole('dialog', { name: '下线“Chrome（Linux）”' })
  await dialog.getByRole('textbox', { name: '下线原因' }).fill('手机遗失')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '下线' }).click()
  await devices.getByText('目前没有登录的设备。').waitFor()
  expect(complaints).toEqual([])

  const signInPage = lawyer.page.waitForURL(/\/web\/login/)
  await lawyer.page.getByRole('link', { name: '管理员信息' }).click()
  await lawyer.page.getByText('登录超时').first().waitFor()
  await signInPage
})

test('a new version of the notice is asked for once, at the next load', async () => {
  const { page, complaints } = await site.signInAs('branch', { viewport: phone, colorScheme: 'dark' })
  await writeNotice(`<p>${'我们怎样使用您的信息。'.repeat(120)}</p>`, '2')
  await page.reload()
  const dialog = page.getByRole('dialog', { name: '请阅读并同意律所的协议' })
  await dialog.getByText('我们怎样使用您的信息').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: '同意并继续' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('table').or(page.getByRole('list')).first().waitFor()
  expect(await dialog.count()).toBe(0)
  expect(complaints).toEqual([])
  await writeNotice(null, '2')
})

test('a reloaded list appears at once as before, for the same user only', async () => {
  const { page, close, complaints } = await site.signInAs('admin')
  const first = () => page.locator('.table tbody .table-first').first()
  await page.goto('/web/app/operation/position')
  const name = await first().innerText()
  // The server answers nothing, and the previous rows are shown.
  await page.route('**/api/**', () => {})
  await page.reload()
  await expect.poll(() => first().innerText()).toBe(name)
  await page.getByRole('link', { name: '职位管理' }).first().waitFor()
  await page.unroute('**/api/**')
  const readStoredScreen = () => page.evaluate(() => sessionStorage.getItem('tenant-admin:screen'))
  await page.reload()
  await first().waitFor()
  expect(await readStoredScreen()).toBeNull()

  await page.locator('button.user').click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.waitForURL(/\/web\/login/)
  expect(await readStoredScreen()).toBeNull()
  // Restores the session storage as a browser does for a reopened tab.
  await page.evaluate(() =>
    sessionStorage.setItem(
      'tenant-admin:screen',
      JSON.stringify({
        owner: '1-1',
        build: document.querySelector<HTMLMetaElement>('meta[name=app-files]')!.content,
        queries: [{ queryKey: ['conf.app'], data: 'of another' }],
      }),
    ),
  )
  await site.signIn(page, 'branch')
  await page.getByRole('table').waitFor()
  expect(await readStoredScreen()).toBeNull()
  expect(complaints).toEqual([])
  await close()
})

test('a new page starts at its top, wherever the previous page was scrolled', async () => {
  const { page, close } = await site.openAs('admin', { viewport: phone })
  const scrolled = () => page.evaluate(() => scrollY)
  await page.goto('/web/app/conf/miniprogram-index')
  await visit(page, '/app/conf/miniprogram-index')
  await page.evaluate(() => scrollTo(0, 900))
  await expect.poll(scrolled).toBe(900)
  await page.goto('/web/app/lawyer')
  await visit(page, '/app/lawyer')
  expect(await scrolled()).toBe(0)
  await close()
})
