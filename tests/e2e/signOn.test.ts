import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone } from '../support/browser.ts'
import { clientId, clientSecret, startOpenIdProvider } from '../support/openIdProvider.ts'
import { useProduct } from '../support/product.ts'
import { agentId, corpId, corpSecret, startWecom } from '../support/wecom.ts'

// The product learns the addresses of 企业微信 when it starts.
const wecom = await startWecom()
const site = useProduct({
  WECOM_ENDPOINT: wecom.addresses.endpoint,
  WECOM_LOGIN_URL: wecom.addresses.loginUrl,
  WECOM_AUTHORIZE_URL: wecom.addresses.authorizeUrl,
})
let provider: Awaited<ReturnType<typeof startOpenIdProvider>>

beforeAll(async () => {
  provider = await startOpenIdProvider([`${site.url}/web/login`])
  provider.accounts.set('chengdu', { preferred_username: 'chengdu' })
  provider.accounts.set('lawyer', { preferred_username: '13800000012' })
  provider.accounts.set('stranger', { preferred_username: 'nobody-here' })
  wecom.members.set('lawyer', { userid: 'lawyer', mobile: '13800000012' })
  wecom.members.set('admin', { userid: 'chengdu' })
  wecom.members.set('stranger', { userid: 'stranger', mobile: '13711112222' })
  return async () => {
    await provider.close()
    await wecom.close()
  }
})

const look = async (page: Page) => {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

const openProvider = async (page: Page, tab: 1 | 2) => {
  await page.goto('/web/login')
  await page.locator(`#tab-${tab}`).click()
  await page.getByRole('button', { name: '使用统一身份认证登录' }).click()
  await page.getByLabel('账号').waitFor()
  await page.waitForURL(/\/interaction\//)
}

const enterAs = async (page: Page, account: string) => {
  await page.getByLabel('账号').fill(account)
  await page.getByRole('button', { name: '进入' }).click()
}

test('the operator switches single sign-on on, and the sign-in page offers it from then on', async () => {
  const { page, close, complaints } = await site.openAs('system')
  await page.goto('/web/app/setting/sign-on')
  await page.getByRole('switch', { name: '管理员可用单点登录' }).check()
  await page.getByRole('switch', { name: '律师可用单点登录' }).check()
  await page.getByLabel(/^身份平台名称/).fill('统一身份认证')
  await page.getByLabel(/^颁发者地址/).fill(provider.url)
  await page.getByLabel(/^客户端编号/).fill(clientId)
  await page.getByLabel(/^客户端密钥/).fill(clientSecret)
  await page.getByRole('radio', { name: '账号或工号' }).check()
  await page.getByRole('switch', { name: '管理员可用企业微信登录' }).check()
  await page.getByRole('switch', { name: '律师可用企业微信登录' }).check()
  await page.getByLabel(/^企业编号/).fill(corpId)
  await page.getByLabel(/^企业微信应用编号/).fill(agentId)
  await page.getByLabel(/^应用密钥/).fill(corpSecret)
  await page.getByRole('switch', { name: '没有手机号时按企业微信账号对应' }).check()
  await look(page)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('没有修改').waitFor()
  expect(complaints).toEqual([])
  await close()
})

test.each([
  ['chengdu', 1, 'light'],
  ['lawyer', 2, 'dark'],
] as const)(
  '%s signs in through the firm’s identity provider on a phone',
  async (account, tab, colorScheme) => {
    const { page, close, complaints } = await site.openWindow({ viewport: phone, colorScheme })
    await page.goto('/web/login')
    await page.getByRole('button', { name: '使用统一身份认证登录' }).waitFor()
    await look(page)
    await openProvider(page, tab)
    await enterAs(page, account)
    await page.waitForURL(/\/app\//)
    // Neither the provider's code nor a token stays in an address.
    expect(page.url()).not.toMatch(/code=|state=|token/)
    await page.goBack()
    expect(page.url()).not.toMatch(/code=|token/)
    expect(complaints).toEqual([])
    await close()
  },
)

test.each([
  ['admin', 1, '/wwlogin/sso/login', {}],
  [
    'lawyer',
    2,
    '/connect/oauth2/authorize',
    { userAgent: 'Mozilla/5.0 (iPhone) wxwork/4.1.20 MicroMessenger/7.0.1' },
  ],
] as const)('%s signs in with 企业微信', async (member, tab, path, options) => {
  const { page, close, complaints } = await site.openWindow({ viewport: phone, ...options })
  await page.goto('/web/login')
  await page.locator(`#tab-${tab}`).click()
  await page.getByRole('button', { name: '使用企业微信登录' }).click()
  await page.waitForURL(it => it.pathname === path)
  await page.getByLabel('成员').fill(member)
  await page.getByRole('button', { name: '扫码' }).click()
  await page.waitForURL(/\/app\//)
  expect(complaints).toEqual([])
  await close()
})

test('a member of 企业微信 whom the firm does not know is told whom to ask', async () => {
  const { page, close, complaints } = await site.openWindow({ colorScheme: 'dark' })
  await page.goto('/web/login')
  await page.locator('#tab-1').click()
  await page.getByRole('button', { name: '使用企业微信登录' }).click()
  await page.getByLabel('成员').fill('stranger')
  await page.getByRole('button', { name: '扫码' }).click()
  await page.getByText('本所没有与您的身份对应的管理员账号，请联系管理员').waitFor()
  await page.getByText('您的身份：137****2222').waitFor()
  await look(page)
  expect(complaints).toEqual([])
  await close()
})

test('an unknown identity is told whom to ask', async () => {
  const { page, close, complaints } = await site.openWindow({ viewport: phone })
  await openProvider(page, 2)
  await enterAs(page, 'stranger')
  await page.getByRole('heading', { name: '没有对应的账号' }).waitFor()
  await page.getByText('本所没有与您的身份对应的律师账号，请联系管理员').waitFor()
  expect(await page.getByRole('status').locator('.contacts li').count()).toBeGreaterThan(0)
  await look(page)
  await page.getByRole('button', { name: '返回登录' }).click()
  await page.locator('#account').waitFor()
  expect(complaints).toEqual([])
  await close()
})

test('who cancels at the provider comes back to the form', async () => {
  const { page, close, complaints } = await site.openWindow({ viewport: phone })
  await openProvider(page, 1)
  await page.getByRole('button', { name: '取消' }).click()
  await page.getByText('您取消了登录，可以重试或改用其他方式登录').waitFor()
  await look(page)
  // A page that is opened again has nothing to complete.
  await page.reload()
  await page.getByText('登录已过期或已使用，请重新登录').waitFor()
  await page.getByRole('button', { name: '返回登录' }).click()
  await site.signIn(page, 'admin')
  expect(complaints).toEqual([])
  await close()
})

test('what leads back to another browser’s sign-in opens nothing', async () => {
  const { page, close } = await site.openWindow()
  await page.goto('/web/login?code=stolen&state=abc')
  await page.getByText('登录已过期或已使用，请重新登录').waitFor()
  expect(page.url()).not.toContain('stolen')
  await close()
})
