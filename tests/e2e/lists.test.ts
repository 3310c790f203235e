import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { hasAnyRole, type Role } from '../../resources/domain/role.ts'
import { firmDay } from '../../resources/kit/firmTime.ts'
import { resources } from '../../resources/index.ts'
import { expectAccessible, expectNoSidewaysScroll, phone, visit, type Watched } from '../support/browser.ts'
import { demoPassword, useProduct } from '../support/product.ts'
import { siteCalls } from '../support/siteCalls.ts'

const site = useProduct()
beforeAll(() => fillEmptyLists())

const { tokenOf, send, admitAgent, proposeForCard } = siteCalls(site)

const transferReason = '总所组建争议解决团队，本人长期在当地办案，家人也在当地，双方负责人都已同意'

/** The recycle bins, the transfer requests, the bulk actions and the proposals of the demo firm are empty. */
const fillEmptyLists = async () => {
  const admin = await tokenOf('admin')
  const list = [{ name: '误录人员', mobile: '13699990001', organizationId: 1, personType: 2 }]
  const { data } = await send('/lawyer/addList', admin, 'POST', { list })
  const [person] = data['rows'] as { id: number }[]
  const run = await send('/bulk', admin, 'POST', {
    resource: 'lawyers',
    action: 'disable',
    filter: { ids: [person!.id] },
    answers: { reason: '录入有误' },
  })
  expect(run.code).toBe('200')
  const removed = await send(`/lawyer/remove/${person!.id}`, admin, 'DELETE', { reason: '录入有误' })
  expect(removed.code).toBe('200')
  const branch = await tokenOf('branch')
  const answer = await fetch(`${site.url}/api/lawyer/pageList?firmId=1`, { headers: { Token: branch } })
  const people = (await answer.json()) as { data: { records: { id: number }[] } }
  const request = await send('/lawyer/transfers', branch, 'POST', {
    id: people.data.records[0]!.id,
    organizationId: 1,
    reason: transferReason,
  })
  expect(request.code).toBe('200')
  const asked = await send('/privacy/requests', branch, 'POST', { kind: 1, content: '手机号有误，请更正' })
  expect(asked.code).toBe('200')
  const held = await send('/firmOrganization/hold/2', admin, 'POST', {
    endOn: '2030-12-31',
    reason: '诉讼期间保留',
  })
  expect(held.code).toBe('200')
  const token = await send('/token', admin, 'POST', {
    name: '人事系统每晚同步人员的资料',
    lastDay: firmDay(Date.now() + 300 * 24 * 3_600_000),
    capabilities: ['lawyer.view', 'lawyer.create', 'lawyer.edit', 'card.view'],
    confirmPassword: demoPassword,
  })
  expect(token.code).toBe('200')
  const hook = await send('/webhook', admin, 'POST', {
    name: '官网的名片和动态',
    url: 'https://hooks.firm.example/cards/and/articles/of/the/firm',
    events: ['card.published', 'card.hidden', 'article.published'],
  })
  expect(hook.code).toBe('200')
  const sent = await send(`/webhook/${String(hook.data['id'])}/test`, admin, 'POST', {})
  expect(sent.code).toBe('200')
  const card = await send('/lawyer/card/cardInfo/1', admin)
  const change = { id: 1, version: card.data['version'], slogan: '先看合同，再谈条件' }
  await proposeForCard(await admitAgent(admin), change)
}

/** A lawyer has no capability that a list requires; the main administrator has all of them. */
const listsFor = (roles: readonly Role[]) =>
  resources
    .flatMap(({ views: { list } }) => (list && !list.page && hasAnyRole(roles, list.roles) ? [list] : []))
    .filter(list => !list.capability || roles.includes('admin'))
    .map(list => list.path)

/** Lists within pages, for a record of the demo firm. */
const inPages = ['/app/office/2/admins', '/app/user/logs/msg/announce/1']

const openList = async (page: Page, path: string) => {
  await visit(page, path)
  await page.locator('.table tbody tr').first().waitFor()
}

/** Opens the address as if typed, which loads the whole document. */
const loadList = async (page: Page, path: string) => {
  await page.goto(`/web${path}`)
  await openList(page, path)
}

/** Headings that cannot be read without scrolling. */
const cutColumns = (page: Page) =>
  page.evaluate(() => {
    const frame = document.querySelector('.table-frame')!
    const heads = [...frame.querySelectorAll<HTMLElement>('thead th')]
    const actions = heads.find(it => it.matches('.table-actions'))
    const end = (actions ?? frame).getBoundingClientRect()[actions ? 'left' : 'right']
    return heads
      .filter(it => it !== actions)
      .filter(it => it.getBoundingClientRect().right > end + 1 || it.scrollWidth > it.clientWidth)
      .map(it => it.textContent)
  })

const hasShadow = (page: Page, side: 'table-actions' | 'table-first') =>
  page
    .locator(`.table tbody .${side}`)
    .first()
    .evaluate(it => getComputedStyle(it, '::after').boxShadow !== 'none')

/** The account keeps its language, and the tests after these read Chinese. */
const chooseChinese = async (page: Page) => {
  const saved = page.waitForResponse(it => it.request().method() !== 'GET' && it.ok())
  await page.locator('button.user').click()
  await page.getByRole('menuitem', { name: 'Language' }).click()
  await page.getByRole('radio', { name: '简体中文' }).click()
  await saved
}

describe.each([
  ['admin', 'zh-CN', ['admin', 'mainAdmin']],
  // English, whose headings and states are longer.
  ['admin', 'en-US', ['admin', 'mainAdmin']],
  // A person with log entries.
  ['13800000005', 'zh-CN', ['lawyer']],
] as const)('the lists of %s at 1440 px in %s', (account, locale, roles) => {
  let window: Watched
  beforeAll(async () => {
    window = await site.openWindow()
    await window.page.goto('/web/login')
    await window.page.locator('#language').selectOption(locale)
    await site.signIn(window.page, account)
  })
  afterAll(async () => {
    if (locale !== 'zh-CN') await chooseChinese(window.page)
    await window.close()
  })

  test.each(listsFor(roles))('%s cuts no column of its default set and scrolls with its page', async path => {
    const { page } = window
    await visit(page, path)
    await page.locator('.table tbody tr').first().waitFor()
    expect(await cutColumns(page)).toEqual([])
    expect(await page.locator('.table-frame').evaluate(it => getComputedStyle(it).overflowY)).toBe('clip')
    expect(await page.locator('.footer').isVisible()).toBe(false)
    // Two actions and 更多 in each row.
    const counts = await page
      .locator('.table tbody .row-actions')
      .evaluateAll(rows => rows.map(it => it.querySelectorAll('.row-action').length))
    expect(Math.max(0, ...counts)).toBeLessThanOrEqual(3)
  })

  test.each(account === 'admin' ? inPages : [])('%s cuts no column of its default set', async path => {
    await openList(window.page, path)
    expect(await cutColumns(window.page)).toEqual([])
  })
})

/** Completely visible rows. */
const rowsInSight = (page: Page) =>
  page
    .locator('.table tbody tr')
    .evaluateAll(rows => rows.filter(it => it.getBoundingClientRect().bottom <= innerHeight).length)

const topOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate(it => Math.round(it.getBoundingClientRect().top))

describe('the list of people at 1440 × 900', () => {
  test('shows 15 rows at once, 18 in the compact density, and its count once', async () => {
    const { page, close } = await site.openAs('admin')
    await openList(page, '/app/lawyer')
    expect(await rowsInSight(page)).toBeGreaterThanOrEqual(15)
    expect(await page.getByText(/^共 \d+ 条$/).count()).toBe(1)
    await page.getByRole('button', { name: '列设置' }).click()
    await page.getByRole('radio', { name: '紧凑' }).check()
    await page.keyboard.press('Escape')
    await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(18)
    // The account stores the setting; the next test needs the default.
    const saved = page.waitForResponse(it => it.request().method() !== 'GET' && it.ok())
    await page.getByRole('button', { name: '列设置' }).click()
    await page.getByRole('radio', { name: '舒适' }).check()
    await saved
    await close()
  })

  test('keeps the table head and the bulk actions visible while the page scrolls', async () => {
    const { page, close } = await site.openAs('admin')
    await openList(page, '/app/lawyer')
    await page.locator('.table tbody .table-check input').first().check()
    await page.locator('.pager').scrollIntoViewIfNeeded()
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
    // The code of the bar is loaded separately; an empty bar takes its place until then.
    await page.getByRole('button', { name: '取消选择' }).waitFor()
    expect(await topOf(page, '.bulk')).toBe(56)
    expect(await topOf(page, '.table thead th')).toBe(96)
    await page.getByRole('button', { name: '取消选择' }).click()
    await page.locator('.pager').scrollIntoViewIfNeeded()
    await expect.poll(() => topOf(page, '.table thead th')).toBe(56)
    await close()
  })
})

describe('the title of a record', () => {
  test('takes the remaining width, and is complete if texts are wrapped', async () => {
    const { page, close } = await site.openAs('admin', { viewport: { width: 1280, height: 900 } })
    await openList(page, '/app/cms/article')
    const title = page.locator('.table thead th:not(.table-check)').first()
    const widthNow = () => title.evaluate(it => it.getBoundingClientRect().width)
    const width = await widthNow()
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(widthNow).toBeGreaterThanOrEqual(width + 150)
    expect(await page.getByRole('columnheader', { name: '置顶' }).count()).toBe(0)

    // There are too many columns for complete titles, unless texts are wrapped.
    await page.getByRole('button', { name: '列设置' }).click()
    for (const name of ['置顶', '修改', '更新时间'])
      await page.getByRole('checkbox', { name, exact: true }).check()
    const cells = page.locator('.table tbody .table-first .cell-line')
    const areCut = () => cells.evaluateAll(all => all.some(it => it.scrollWidth > it.clientWidth))
    expect(await areCut()).toBe(true)
    await page.getByRole('checkbox', { name: '完整文字' }).check()
    await page.keyboard.press('Escape')
    await expect.poll(areCut).toBe(false)
    await loadList(page, '/app/lawyer')
    expect(await page.locator('html').getAttribute('data-whole-text')).not.toBeNull()
    await close()
  })
})

describe('a table wider than its window', () => {
  test('shows on which side it continues', async () => {
    const { page, close } = await site.openAs('admin', {
      viewport: { width: 1024, height: 700 },
    })
    await openList(page, '/app/card')
    expect([await hasShadow(page, 'table-first'), await hasShadow(page, 'table-actions')]).toEqual([
      false,
      true,
    ])
    const frame = page.locator('.table-frame')
    await frame.evaluate(it => it.scrollTo({ left: it.scrollWidth }))
    await expect.poll(() => hasShadow(page, 'table-actions')).toBe(false)
    expect(await hasShadow(page, 'table-first')).toBe(true)
    expect(await frame.evaluate(it => it.getBoundingClientRect().bottom)).toBeLessThanOrEqual(700)
    await close()
  })
})

describe('a row', () => {
  test('shows a focus ring around its focused link', async () => {
    const { page, close } = await site.openAs('admin')
    await openList(page, '/app/operation/position')
    const cell = page.locator('.table tbody .table-first').first()
    const before = await cell.screenshot()
    // Focused by keyboard, because a mouse press shows no focus ring.
    await page.getByRole('checkbox', { name: '选择本页' }).focus()
    for (const row = cell.getByRole('link'); !(await row.evaluate(it => it === document.activeElement));)
      await page.keyboard.press('Tab')
    expect((await cell.screenshot()).equals(before)).toBe(false)
    await close()
  })

  test('prefetches its record once when the pointer rests on its link', async () => {
    const { page, close } = await site.openAs('admin')
    await openList(page, '/app/operation/position')
    const link = page.locator('.table tbody .table-first a').first()
    const name = await link.innerText()
    const record = new URL((await link.getAttribute('href'))!, site.url).pathname.split('/').at(-1)
    let requestCount = 0
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(`**/api/firm/post/${record}?**`, async route => {
      requestCount += 1
      await released
      await route.continue()
    })
    await link.hover()
    await expect.poll(() => requestCount).toBe(1)
    await link.click()
    await page.locator('.form-skeleton').waitFor()
    release()
    const title = page.getByRole('textbox', { name: '职位名称' })
    await expect.poll(() => title.inputValue()).toBe(name)
    expect(requestCount).toBe(1)
    await close()
  })

  test('prefetches a person once when the pointer rests on 编辑', async () => {
    const { page, close } = await site.openAs('admin')
    await openList(page, '/app/lawyer')
    const requested: string[] = []
    page.on('request', request => requested.push(new URL(request.url()).pathname))
    const count = (pattern: RegExp) => requested.filter(it => pattern.test(it)).length
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/lawyer/lawyerInfo/**', async route => {
      await released
      await route.continue()
    })
    const link = page.locator('.table tbody').getByRole('link', { name: /^编辑/ }).first()
    await link.hover()
    await expect.poll(() => count(/\/lawyerInfo\//)).toBe(1)
    await link.click()
    await page.locator('.form-skeleton').waitFor()
    release()
    await page.getByRole('textbox', { name: '姓名' }).first().waitFor()
    expect(count(/\/lawyerInfo\//)).toBe(1)
    await close()
  })

  test('of the log shows its time on a phone', async () => {
    const { page, close } = await site.openAs('admin', { viewport: phone })
    await page.goto('/web/app/logs')
    await page
      .locator('.card')
      .first()
      .getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d/)
      .waitFor()
    await close()
  })
})

test.each([
  ['on a phone, dark', { viewport: phone, colorScheme: 'dark' }],
  ['wide, light', {}],
] as const)('the export dialog is fully visible and accessible, %s', async (_, options) => {
  const { page, complaints, close } = await site.openAs('admin', options)
  await visit(page, '/app/lawyer')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '导出人员' })
  const reason = dialog.getByRole('textbox', { name: /原因/ })
  await reason.waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  // The missing value is reported at its field, and the button stays visible.
  await dialog.getByRole('button', { name: '导出', exact: true }).click()
  await expect.poll(() => reason.getAttribute('aria-invalid')).toBe('true')
  await expectAccessible(page)
  const bottom = await dialog
    .getByRole('button', { name: '导出', exact: true })
    .evaluate(it => it.getBoundingClientRect().bottom)
  expect(bottom).toBeLessThanOrEqual(page.viewportSize()!.height)
  expect(complaints).toEqual([])
  await close()
})

test('a transfer request shows origin, target and reason completely on a phone', async () => {
  const { page, close } = await site.openAs('admin', { viewport: phone })
  await page.goto('/web/app/lawyer/transfers')
  const card = page.locator('.card').first()
  for (const text of ['转出律所', '转入律所', transferReason]) await card.getByText(text).waitFor()
  const isWhole = (it: Element) => it.scrollWidth <= it.clientWidth && it.getBoundingClientRect().right < 390
  expect(await card.getByText(transferReason).evaluate(isWhole)).toBe(true)
  await close()
})

describe('the filters of a list', () => {
  test('survive a reload and going back, and are reset by the menu', async () => {
    const { page, close } = await site.openAs('admin')
    const entry = page.getByRole('link', { name: '人员列表', exact: true })
    const total = page.locator('.filter-count')
    const chip = page.getByRole('button', { name: '清除人员类别' })
    const filter = async () => {
      await page.getByRole('button', { name: '筛选人员类别' }).click()
      await page.getByRole('menuitemradio', { name: /^实习律师/ }).click()
      await chip.waitFor()
    }
    await openList(page, '/app/lawyer')
    const all = await total.innerText()
    await filter()
    await page.reload()
    await chip.waitFor()
    await expect.poll(() => total.innerText()).not.toBe(all)
    await page.locator('.table-first a').first().click()
    await page.waitForURL(/\/show$/)
    await page.goBack()
    await chip.waitFor()

    await entry.click()
    await expect.poll(() => total.innerText()).toBe(all)
    expect(await chip.count()).toBe(0)
    await filter()
    await page.getByRole('link', { name: '创建账号' }).first().click()
    await page.getByRole('heading', { name: '创建账号' }).waitFor()
    await entry.click()
    await expect.poll(() => total.innerText()).toBe(all)
    await filter()
    // A new visit by an address without filters.
    await loadList(page, '/app/lawyer')
    expect(await total.innerText()).toBe(all)
    await close()
  })
})

describe('a list of persons', () => {
  test('shows pictures beside names and the usual filters; further filters can be added permanently', async () => {
    const { page, close } = await site.openAs('admin')
    for (const path of ['/app/card', '/app/lawyer', '/app/office/2/admins']) {
      await openList(page, path)
      const names = page.locator('.table tbody .table-first')
      expect(await names.locator('.person-picture').count(), path).toBe(await names.count())
    }
    await openList(page, '/app/lawyer')
    const chips = page.locator('.filter-chips .filter')
    expect(await chips.count()).toBe(4)
    await page.getByRole('button', { name: '更多筛选' }).click()
    await page.getByRole('checkbox', { name: '始终显示性别' }).check()
    await page.getByRole('checkbox', { name: '始终显示中文名片' }).uncheck()
    await page.keyboard.press('Escape')
    await loadList(page, '/app/lawyer')
    expect(await chips.count()).toBe(4)
    await page.getByRole('button', { name: '筛选性别' }).waitFor()
    // A filter with a value is visible, whether or not it was chosen.
    await loadList(page, `/app/lawyer?filter=${encodeURIComponent('{"cardCn":1}')}`)
    await page.getByRole('button', { name: '清除中文名片' }).waitFor()
    await close()
  })
})

test('a default view with its columns also applies on another computer', async () => {
  const branchSite = await site.openAs('branch')
  const filter = encodeURIComponent('{"personType":"2"}')
  await openList(branchSite.page, `/app/lawyer?filter=${filter}`)
  await branchSite.page.getByRole('button', { name: '列设置' }).click()
  await branchSite.page.getByRole('radio', { name: '紧凑' }).check({ force: true })
  await branchSite.page.keyboard.press('Escape')
  await branchSite.page.getByRole('button', { name: '视图' }).click()
  await branchSite.page.getByRole('textbox', { name: '视图名称' }).fill('行政人员')
  await branchSite.page.keyboard.press('Enter')
  await branchSite.page.getByRole('button', { name: '视图' }).click()
  const saved = branchSite.page.waitForResponse(response => response.url().endsWith('/auth/preference'))
  await branchSite.page.getByRole('button', { name: '设为默认' }).click()
  await saved
  await branchSite.close()

  const otherWindow = await site.signInAs('branch')
  await visit(otherWindow.page, '/app/lawyer')
  await otherWindow.page.getByRole('button', { name: '清除全部' }).waitFor()
  expect(await otherWindow.page.locator('html').getAttribute('data-density')).toBe('compact')
  await otherWindow.page.getByRole('button', { name: '视图' }).click()
  await otherWindow.page.locator('.view-panel a[aria-current]').getByText('行政人员').waitFor()
  await expectAccessible(otherWindow.page)
  // Removed so that it does not affect later tests.
  await otherWindow.page.getByRole('button', { name: '视图“行政人员”的操作' }).click()
  await otherWindow.page.getByRole('menuitem', { name: '删除' }).click()
  expect(otherWindow.complaints).toEqual([])
  await otherWindow.close()
})
