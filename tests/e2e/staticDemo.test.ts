import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

import {
  comeToRest,
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  openWindow,
  phone,
  visit,
  type WindowOptions,
} from '../support/browser.ts'
import { signIn } from '../support/product.ts'
import { runScript } from '../support/script.ts'
import { startStaticHost } from '../support/staticHost.ts'
import { pagesOfAll } from '../support/walk.ts'

const folder = join(import.meta.dirname, '../../dist-demo')

let browser: Browser

beforeAll(async () => {
  const [{ code, errors }, opened] = await Promise.all([runScript('build:demo'), openBrowser()])
  browser = opened
  if (code !== 0) throw new Error(errors)
  return () => opened.close()
})

/** A static host of the demo, and what a page asked of others and was refused. */
const openDemo = async (prefix: string, options?: WindowOptions) => {
  const host = await startStaticHost(folder, prefix)
  onTestFinished(host.stop)
  const window = await openWindow(browser, host.url, options)
  onTestFinished(window.close)
  const elsewhere: string[] = []
  const refused: string[] = []
  window.page.on('request', it => {
    if (!it.url().startsWith(`${host.url}${prefix}/`) && !/^(data|blob):/.test(it.url()))
      elsewhere.push(it.url())
  })
  window.page.on('response', async answer => {
    const { pathname } = new URL(answer.url())
    if (!pathname.includes('/api/') || pathname.includes('/files/')) return
    const text = await answer.text().catch(() => '{"code":"200"}')
    const { code, message } = JSON.parse(text) as { code: string; message: string }
    if (code !== '200') refused.push(`${pathname}: ${code} ${message}`)
  })
  return { ...window, elsewhere, refused }
}

const enter = async (page: Page, who: string) => {
  await page.getByRole('complementary').getByRole('button', { name: who, exact: true }).click()
  await page.waitForURL(/\/web\/app\//)
}

test('an administrator opens every page of the menu without a server, and nothing is asked of another host', async () => {
  const { page, complaints, elsewhere, refused } = await openDemo('')
  await page.goto('/')
  await expectAccessible(page)
  await enter(page, '总所主管理员')
  await comeToRest(page)
  const [, pages] = pagesOfAll.find(([account]) => account === 'admin')!
  // Of a record that the demo firm lacks, the demo says what the server does.
  const entrances = pages.filter(it => it.isEntrance && !it.path.includes('/2'))
  expect(entrances.length).toBeGreaterThan(30)
  for (const { path } of entrances) {
    await visit(page, path)
    expect(refused, path).toEqual([])
  }
  await visit(page, '/app/home')
  await expectAccessible(page)
  expect({ complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] })
})

test('lists are filtered, and a record is edited until the page is left, with the errors of the product', async () => {
  const { page, context, complaints } = await openDemo('')
  await page.goto('/')
  await signIn(page, 'admin', 'any password')
  await visit(page, '/app/card')
  const tab = page.getByRole('button', { name: /^待审核/ })
  const count = Number(/\d+/.exec(await tab.innerText())![0])
  await tab.click()
  await page.getByText(`共 ${count} 条`).waitFor()
  expect(count).toBeGreaterThan(0)

  await visit(page, '/app/operation/position/2')
  const name = page.getByLabel('职位名称')
  await name.fill('')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('请输入职位名称').first().waitFor()
  await name.fill('演示职位')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByRole('link', { name: '演示职位', exact: true }).waitFor()
  await page.reload()
  await page.getByRole('link', { name: '管理合伙人', exact: true }).waitFor()
  await comeToRest(page)
  await context.setOffline(true)
  await page.getByText('网络已断开').waitFor()
  await context.setOffline(false)
  await page.locator('button.user').click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByRole('button', { name: '律师', exact: true }).waitFor()
  expect(complaints).toEqual([])
})

/** The answer of a call to one of the accounts, asked by the page. */
const rowsFor = async (page: Page, account: string, path: string) => {
  const answer: unknown = await page.evaluate(
    async ([address, token]) =>
      (await fetch(`/web/api${address}`, { headers: { Token: token } })).json() as Promise<unknown>,
    [path, `demo-${account}`] as const,
  )
  return z.object({ data: z.object({ records: z.array(row) }) }).parse(answer).data.records
}
const row = z.record(z.string(), z.unknown())

test('lists are searched in Chinese, ordered as the server orders them, and show no trace of the recording', async () => {
  const { page } = await openDemo('')
  await page.goto('/')
  await page.getByRole('complementary').waitFor()
  const found = await rowsFor(page, 'admin', '/message?pageNum=1&pageSize=50&keyword=审核')
  expect(found.length).toBeGreaterThan(0)
  for (const it of found) expect(`${String(it['title'])}${String(it['content'])}`).toContain('审核')
  const cards = '/lawyer/card/pageList?pageNum=1&pageSize=200&sortField=publishedAt&sortOrder='
  for (const order of ['asc', 'desc']) {
    const rows = await rowsFor(page, 'admin', cards + order)
    const times = rows.map(it => it['publishedAt'])
    const held = times.filter(it => it !== null)
    // Empty ones come last in both directions.
    expect(times.slice(held.length).every(it => it === null)).toBe(true)
    expect(held.length).toBeLessThan(times.length)
    const inOrder = rows.map(it => `${String(it['publishedAt'])} ${String(it['id']).padStart(4, '0')}`)
    const ascending = inOrder.slice(0, held.length).toSorted()
    expect(inOrder.slice(0, held.length)).toEqual(order === 'asc' ? ascending : ascending.toReversed())
  }
  for (const account of ['admin', 'branch', 'system', '13800000001']) {
    const logged = await rowsFor(page, account, '/log/getPageList?pageNum=1&pageSize=200')
    expect(logged.filter(it => it['action'] === 'denied')).toEqual([])
  }
  const logged = await rowsFor(page, 'branch', '/log/getAdminLogPageList?pageNum=1&pageSize=200')
  expect(logged.length).toBeGreaterThan(0)
  expect(logged.filter(it => it['action'] === 'reveal')).toEqual([])
})

test('what the demo does not do, it says', async () => {
  const { page } = await openDemo('')
  await page.goto('/')
  await enter(page, '总所主管理员')
  await visit(page, '/app/cms/2')
  await page.getByRole('button', { name: '下架' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '下架' }).click()
  await page.getByText('这是静态演示，不执行“下架”').waitFor()
})

test('a lawyer opens the own card on a phone in the dark, in English, below a prefix and after a reload', async () => {
  const { page, elsewhere } = await openDemo('/firm/cards', { viewport: phone, colorScheme: 'dark' })
  // An address within the demo, before there is a worker.
  await page.goto('/firm/cards/web/app/user/dashboard')
  await page.locator('select').last().selectOption('en-US')
  await page.getByText('nothing is saved or sent').waitFor()
  await enter(page, 'Lawyer')
  await page.getByRole('heading', { level: 1, name: 'My card' }).waitFor()
  await comeToRest(page)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'My card' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/firm/cards/web/app/user/dashboard')
  expect(elsewhere).toEqual([])
})

test('where there are no service workers, the page says so', async () => {
  const host = await startStaticHost(folder, '')
  onTestFinished(host.stop)
  const plain = await openBrowser('--host-resolver-rules=MAP demo.example 127.0.0.1')
  onTestFinished(() => plain.close())
  const { page } = await openWindow(plain, host.url.replace('127.0.0.1', 'demo.example'))
  await page.goto('/web/')
  await page.getByText('静态演示无法运行').waitFor()
})
