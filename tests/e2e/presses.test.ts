import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { phone, type Watched, type WindowOptions } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'

const site = useProduct()

/** Counts presses in the page: clicks, taps and shortcuts, but not typed text. */
const openCounting = async (account: string, path: string, options: WindowOptions = {}) => {
  const { page, close }: Watched = await site.openAs(account, options)
  let count = 0
  await page.goto(`/web${path}`)
  return {
    page,
    close,
    count: () => count,
    press: async (target: Locator) => {
      count += 1
      await target.click()
    },
    key: async (key: string) => {
      count += 1
      await page.keyboard.press(key)
    },
    /** Types into the focused element. */
    type: async (target: Locator, text: string) => {
      await expect.poll(() => target.evaluate(it => it === document.activeElement)).toBe(true)
      await page.keyboard.insertText(text)
    },
  }
}

/** The jobs of a person's day, each from the page on which it begins. */
describe('the ten most frequent jobs', () => {
  test('approving the next record takes one key', async () => {
    const { page, key, count, close } = await openCounting('admin', '/app/card/review?kind=card')
    const title = page.locator('.desk-head h2')
    await title.waitFor()
    const first = await title.innerText()
    await key('a')
    await expect.poll(() => title.innerText()).not.toBe(first)
    expect(count()).toBeLessThanOrEqual(1)
    await close()
  })

  test('finding a person takes two presses', async () => {
    const { page, press, type, count, close } = await openCounting('admin', '/app/lawyer')
    const name = await page.locator('.table tbody .table-first a').nth(3).innerText()
    const search = page.getByRole('searchbox')
    await press(search)
    await type(search, name)
    await expect.poll(() => page.locator('.table tbody tr').count()).toBe(1)
    await press(page.getByRole('link', { name, exact: true }))
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect(count()).toBeLessThanOrEqual(2)
    await close()
  })

  test('filtering by an office takes two presses', async () => {
    const { page, press, count, close } = await openCounting('admin', '/app/lawyer')
    const total = page.locator('.filter-count')
    await page.locator('.table tbody tr').first().waitFor()
    const all = await total.innerText()
    await press(page.getByRole('button', { name: '筛选所属律所' }))
    await press(page.getByRole('option', { name: /北京/ }))
    await expect.poll(() => total.innerText()).not.toBe(all)
    expect(count()).toBeLessThanOrEqual(2)
    await close()
  })

  test('creating people by paste takes three presses', async () => {
    const { page, press, key, count, close } = await openCounting('admin', '/app/lawyer/create')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const rows = [
      '姓名\t手机号\t所属律所',
      '程若水\t13922220001\t砚衡（北京）律师事务所',
      '苏念安\t13922220002\t砚衡（北京）律师事务所',
    ]
    await page.getByLabel('第1行姓名').waitFor()
    await page.evaluate(text => navigator.clipboard.writeText(text), rows.join('\n'))
    await press(page.getByLabel('第1行姓名'))
    await key('Control+v')
    await press(page.getByRole('button', { name: '创建 2 个账号' }))
    await page.getByRole('region', { name: '已创建的账号' }).waitFor()
    expect(count()).toBeLessThanOrEqual(3)
    await close()
  })

  test('exporting a list takes three presses', async () => {
    const { page, press, type, count, close } = await openCounting('admin', '/app/lawyer')
    await press(page.getByRole('button', { name: '导出', exact: true }))
    const dialog = page.getByRole('dialog', { name: '导出人员' })
    const reason = dialog.getByRole('textbox', { name: /原因/ })
    await press(reason)
    await type(reason, '年度考核')
    const download = page.waitForEvent('download')
    await press(dialog.getByRole('button', { name: '导出', exact: true }))
    await download
    expect(count()).toBeLessThanOrEqual(3)
    await close()
  })

  test('scheduling an article takes eight presses', async () => {
    const { page, press, type, count, close } = await openCounting('admin', '/app/cms/trend')
    await press(page.getByRole('link', { name: '新增内容' }))
    const title = page.getByRole('textbox', { name: '标题' })
    await press(title)
    await type(title, '律所开放日报名开始')
    const category = page.getByRole('combobox', { name: '分类' })
    await press(category)
    await press(page.getByRole('option').first())
    const text = page.getByRole('textbox', { name: '正文' })
    await press(text)
    await type(text, '欢迎法学院的同学来所参观，报名方式见文末。')
    const date = page.getByRole('textbox', { name: /^发布时间/ })
    await press(date)
    await type(date, '2099-3-8 9:00')
    await press(page.getByRole('button', { name: /^(定时)?发布$/ }))
    await page.getByText('待发布').first().waitFor()
    expect(count()).toBeLessThanOrEqual(8)
    await close()
  })

  test('handling a person’s leave takes three presses', async () => {
    const { page, press, type, count, close } = await openCounting('admin', '/app/lawyer')
    const row = page.getByRole('row').filter({ hasText: '正常' }).last()
    await press(row.getByRole('button', { name: /的更多操作$/ }))
    await press(page.getByRole('menuitem', { name: '办理离所' }))
    await type(page.getByRole('textbox', { name: /^离所原因/ }), '个人发展')
    await press(page.getByRole('button', { name: '办理离所', exact: true }))
    await page.getByRole('status', { name: '离所回执' }).waitFor()
    expect(count()).toBeLessThanOrEqual(3)
    await close()
  })

  test('publishing a theme colour takes four presses', async () => {
    const { page, press, type, count, close } = await openCounting('admin', '/app/conf/miniprogram-index')
    const colour = page.getByRole('textbox', { name: /^主题色/ })
    await press(colour)
    await colour.selectText()
    await type(colour, '#7A2E3A')
    await press(page.getByRole('button', { name: '发布', exact: true }))
    const dialog = page.getByRole('dialog')
    await press(dialog.getByRole('button', { name: '发布', exact: true }))
    await dialog.waitFor({ state: 'detached' })
    expect(count()).toBeLessThanOrEqual(4)
    await close()
  })

  test('a lawyer changes the card and submits it with three presses', async () => {
    const { page, press, type, count, close } = await openCounting('13800000001', '/app/user/dashboard', {
      viewport: phone,
    })
    await press(page.getByRole('link', { name: /修改/ }).first())
    const slogan = page.getByRole('textbox', { name: /^个人签名/ })
    await press(slogan)
    await slogan.selectText()
    await type(slogan, '把复杂的事情说清楚')
    await press(page.getByRole('button', { name: /^(提交审核|发布)$/ }))
    await page.waitForURL(/\/app\/user\/dashboard/)
    expect(count()).toBeLessThanOrEqual(3)
    await close()
  })

  test('a lawyer shows the code with one press', async () => {
    const { page, press, count, close } = await openCounting('13800000002', '/app/user/dashboard', {
      viewport: phone,
    })
    await press(page.getByRole('button', { name: '出示名片码' }))
    await page.getByRole('img', { name: /的名片码$/ }).waitFor()
    expect(count()).toBeLessThanOrEqual(1)
    await close()
  })
})
