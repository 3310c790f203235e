import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  expectAccessible,
  expectNoSidewaysScroll,
  phone,
  type Watched,
  type WindowOptions,
} from '../support/browser.ts'
import { until } from '../support/process.ts'
import { demoPassword, useProduct } from '../support/product.ts'

const site = useProduct()

const desk = '/web/app/card/review'
type Row = { kind: string; id: number; title: string; version: number }
type Answer = { code: string; data: { records: Row[] } }

/** Sends a call beside the page as the person signed in there. */
const ask = (page: Page, path: string, body?: object) =>
  page.evaluate(
    async ([address, sent]) => {
      const token = /tenant-admin-token=([^;]+)/.exec(document.cookie)![1]!
      const headers = { Token: decodeURIComponent(token), 'Content-Type': 'application/json' }
      const init = sent ? { method: 'PUT', headers, body: sent } : { headers }
      return (await (await fetch(`/api${address}`, init)).json()) as unknown
    },
    [path, body ? JSON.stringify(body) : ''] as const,
  ) as Promise<Answer>

const rowsOf = async (page: Page, kind: string) =>
  (await ask(page, `/audit/queue?kind=${kind}&pageSize=200`)).data.records
const isWaiting = async (page: Page, { kind, id }: Row) => (await rowsOf(page, kind)).some(it => it.id === id)

const openDesk = async (page: Page, kind: string) => {
  await page.goto(`${desk}?kind=${kind}`)
  await page.locator('.desk-head h2').waitFor()
}
const heading = (page: Page, title: string) =>
  page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor()
const pending = (page: Page) => page.getByRole('region', { name: '可撤销的决定' })
/** The ten seconds for undoing are over. */
const passTime = (page: Page) => page.clock.fastForward(10_000)

/**
 * Advances the stopped clock of the page a little at a time, so that a busy machine does not use up the ten seconds.
 */
const slowly = (page: Page, isShown: () => Promise<boolean>) =>
  until(async () => {
    await page.clock.runFor(5)
    return isShown()
  })

const open = async (account: string, look: WindowOptions = {}) => {
  const window = await site.openAs(account, look)
  await window.page.clock.install()
  await window.page.goto('/web/app/home')
  return window
}

describe('a reviewer without a mouse', () => {
  let window: Watched
  let other: Watched
  const sent: string[] = []
  beforeAll(async () => {
    ;[window, other] = await Promise.all([open('admin'), open('admin2')])
    window.page.on('request', request => {
      if (request.method() === 'PUT' && request.url().includes('/api/'))
        sent.push(new URL(request.url()).pathname)
    })
  })
  afterAll(() => Promise.all([window.context.close(), other.context.close()]))

  test('approves a registration, which is sent after ten seconds', async () => {
    const { page } = window
    const [first, second] = await rowsOf(page, 'registration')
    await openDesk(page, 'registration')
    await heading(page, first!.title)
    await expectAccessible(page)
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
    await page.keyboard.press('a')
    await slowly(page, () => pending(page).getByText(`通过“${first!.title}”`).isVisible())
    await page.clock.fastForward(8_000)
    expect(sent).toEqual([])
    await page.clock.resume()
    await heading(page, second!.title)
    await until(() => page.evaluate(it => document.activeElement?.textContent === it, second!.title))
    await expectAccessible(page)
    await passTime(page)
    await pending(page).waitFor({ state: 'detached' })
    expect(sent).toEqual([`/api/lawyer/pass/${first!.id}`])
    expect(await isWaiting(page, first!)).toBe(false)
  })

  test('refuses a card with a reason, undoes it, and refuses it again', async () => {
    const { page } = window
    const [card, next] = await rowsOf(page, 'card')
    await openDesk(page, 'card')
    await heading(page, card!.title)
    sent.length = 0
    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog', { name: `驳回“${card!.title}”` })
    await dialog.getByRole('textbox', { name: /^驳回原因/ }).waitFor()
    await expectAccessible(page)
    await page.keyboard.type('头像请换成正装')
    await page.keyboard.press('Control+Enter')
    await heading(page, next!.title)
    await page.keyboard.press('z')
    await heading(page, card!.title)
    await passTime(page)
    expect(sent).toEqual([])
    await page.keyboard.press('r')
    expect(await dialog.getByRole('textbox', { name: /^驳回原因/ }).inputValue()).toBe('头像请换成正装')
    await page.keyboard.press('Control+Enter')
    await heading(page, next!.title)
    await passTime(page)
    await until(async () => !(await isWaiting(page, card!)))
  })

  test('corrects an article and approves it', async () => {
    const { page } = window
    const [article] = await rowsOf(page, 'article')
    await openDesk(page, 'article')
    await heading(page, article!.title)
    await page.keyboard.press('e')
    const title = page.getByRole('textbox', { name: /^标题/ })
    await title.waitFor()
    await until(() => title.evaluate(it => it === document.activeElement))
    await page.keyboard.press('End')
    await page.keyboard.type('（校订）')
    const adopt = page.getByRole('button', { name: '采用更正' })
    for (let at = 0; at < 5 && !(await adopt.evaluate(it => it === document.activeElement)); at++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '更正并通过' }).waitFor()
    await page.keyboard.press('a')
    await pending(page).getByText(`更正并通过“${article!.title}”`).waitFor()
    await passTime(page)
    await until(async () => !(await isWaiting(page, article!)))
    const { data } = await ask(page, `/article/${article!.id}`)
    expect(data).toMatchObject({ status: 2, title: `${article!.title}（校订）` })
  })

  test('cannot decide about a card that was changed meanwhile, and sees the change', async () => {
    const { page } = window
    await openDesk(page, 'card')
    const [card] = await rowsOf(page, 'card')
    await heading(page, card!.title)
    await page.keyboard.press('a')
    await pending(page).waitFor()
    const change = { id: card!.id, version: card!.version, slogan: '先看合同再签字', publish: 0 }
    expect(await ask(other.page, '/lawyer/card/update', change)).toMatchObject({ code: '200' })
    await passTime(page)
    await page.getByRole('alert').getByText('数据已被他人修改').waitFor()
    expect(await isWaiting(page, card!)).toBe(true)
    for (
      let at = 0;
      at < 20 && !(await page.getByRole('heading', { level: 2, name: card!.title, exact: true }).isVisible());
      at++
    )
      await page.keyboard.press('k')
    const changed = page.getByRole('region', { name: '决定未生效' })
    await changed.getByText('先看合同再签字').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('a')
    await passTime(page)
    await until(async () => !(await isWaiting(page, card!)))
  })

  test('loses no decision by leaving the page, and is notified', async () => {
    const { page } = window
    await openDesk(page, 'card')
    const [card] = await rowsOf(page, 'card')
    await heading(page, card!.title)
    await page.keyboard.press('a')
    await pending(page).waitFor()
    // The message is shown for some seconds, which may be over before all pictures have loaded.
    await page.reload({ waitUntil: 'commit' })
    await page.getByText(`离开审核台时已提交：通过“${card!.title}”。`).waitFor()
    await until(async () => !(await isWaiting(page, card!)))
  })

  // A browser sends at most 64 KiB after a page is closed: about 22,000 Chinese characters.
  test('asks for confirmation before closing with more decisions than can be sent afterwards, and sends them meanwhile', async () => {
    const { page } = window
    await openDesk(page, 'article')
    const correct = page.getByRole('button', { name: '更正正文' })
    // The first card that was never published, so that its whole text waits for review.
    await until(async () => {
      if (await correct.isVisible()) return true
      await page.keyboard.press('j')
      return false
    })
    const title = await page.locator('.desk-head h2').innerText()
    const article = (await rowsOf(page, 'article')).find(row => row.title === title)
    await correct.click()
    await page.getByRole('textbox', { name: /正文/ }).fill('审'.repeat(25_000))
    await page.getByRole('button', { name: '采用更正' }).click()
    await page.getByRole('button', { name: '更正并通过' }).click()
    await pending(page).getByText(`更正并通过“${article!.title}”`).waitFor()
    const dialogEvent = page.waitForEvent('dialog')
    await page.evaluate(() => void setTimeout(() => location.reload()))
    const dialog = await dialogEvent
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await pending(page).waitFor({ state: 'detached' })
    expect(await isWaiting(page, article!)).toBe(false)
  })

  test('loses no decision by signing out', async () => {
    const { page } = window
    await openDesk(page, 'card')
    const [card] = await rowsOf(page, 'card')
    await heading(page, card!.title)
    await page.keyboard.press('a')
    await pending(page).waitFor()
    await page.getByRole('button', { name: /顾清衡/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.waitForURL(/\/login/)
    await until(async () => !(await isWaiting(other.page, card!)))
  })

  test('the console has no errors or warnings', () => {
    expect([...window.complaints, ...other.complaints]).toEqual([])
  })
})

test('the desk fits a phone in dark mode and can be used with one thumb', async () => {
  const { page, context, complaints } = await open('admin2', { viewport: phone, colorScheme: 'dark' })
  await page.getByRole('link', { name: /^审核，\d+项待审$/ }).click()
  await page.locator('.desk-head h2').waitFor()
  const [card] = await rowsOf(page, 'card')
  await openDesk(page, 'card')
  await heading(page, card!.title)
  await page.getByText(/^第 1 项，共 \d+ 项$/).click()
  await page.getByRole('list', { name: '待审队列' }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: '驳回' }).click()
  await page.getByRole('button', { name: '头像不符合要求' }).click()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: '驳回' }).click()
  await pending(page).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: `撤销：驳回“${card!.title}”` }).click()
  await heading(page, card!.title)
  expect(complaints).toEqual([])
  await context.close()
})

/** Expects the beginning of the current item in the upper half of the window, below the bar of the page. */
const expectBeginning = async (page: Page, title: string) => {
  await heading(page, title)
  const top = () => page.locator('.desk-head h2').evaluate(it => it.getBoundingClientRect().top / innerHeight)
  const bar = await page.locator('.header').evaluate(it => it.getBoundingClientRect().bottom / innerHeight)
  await expect.poll(top).toBeGreaterThan(bar)
  await expect.poll(top).toBeLessThan(0.5)
}

test('a card is approved on a phone of 375 × 667 px, and the next one is seen from its beginning', async () => {
  const { page, context, complaints } = await open('admin2', { viewport: { width: 375, height: 667 } })
  await openDesk(page, 'card')
  const [card, next] = await rowsOf(page, 'card')
  await heading(page, card!.title)
  await expectNoSidewaysScroll(page)
  await page.getByText(/^第 1 项，共 \d+ 项$/).click()
  await page.getByRole('list', { name: '待审队列' }).getByRole('button', { name: next!.title }).click()
  await expectBeginning(page, next!.title)
  await page.getByRole('button', { name: '上一项' }).click()
  await expectBeginning(page, card!.title)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.getByRole('button', { name: '通过', exact: true }).click()
  await pending(page).getByText(`通过“${card!.title}”`).waitFor()
  await expectBeginning(page, next!.title)
  await expectNoSidewaysScroll(page)
  await passTime(page)
  await until(async () => !(await isWaiting(page, card!)))
  expect(complaints).toEqual([])
  await context.close()
})

/** Moves the focus by a key until the element has it, as people without a mouse do. */
const reach = async (page: Page, key: 'Tab' | 'ArrowDown', target: Locator) => {
  await target.waitFor()
  const isFocused = () => target.evaluate(it => it === document.activeElement)
  for (let presses = 0; presses < 80 && !(await isFocused()); presses++) await page.keyboard.press(key)
  expect(await isFocused()).toBe(true)
}

test('a reviewer signs in, approves a card and signs out by keyboard alone', async () => {
  const { page, complaints, close } = await site.openWindow()
  await page.clock.install()
  await page.goto('/web/login')
  await reach(page, 'Tab', page.locator('#account'))
  await page.keyboard.type('admin2')
  await reach(page, 'Tab', page.locator('#password'))
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/app\//)

  await reach(page, 'Tab', page.getByRole('link', { name: /^审核，\d+项待审$/ }))
  await page.keyboard.press('Enter')
  await page.locator('.desk-head h2').waitFor()
  await reach(page, 'Tab', page.getByRole('button', { name: /^名片 \d+$/ }))
  await page.keyboard.press('Enter')
  const [card] = await rowsOf(page, 'card')
  await heading(page, card!.title)
  await page.keyboard.press('a')
  await pending(page).getByText(`通过“${card!.title}”`).waitFor()
  await passTime(page)
  await until(async () => !(await isWaiting(page, card!)))

  await reach(page, 'Tab', page.locator('button.user'))
  await page.keyboard.press('Enter')
  await reach(page, 'ArrowDown', page.getByRole('menuitem', { name: '退出登录' }))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/web\/login/)
  expect(complaints).toEqual([])
  await close()
})
