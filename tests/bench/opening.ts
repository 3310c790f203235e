// Time from a click to what it opens: forms, first and again, the next rows of a list by page and by order, and lists by the
// menu, in each of the given running products in turn, or in this one: `npm run bench -- opening [addresses]` (needs a
// build). Forms and lists are opened on a slow phone, rows are asked for with a processor four times slower.
import type { Browser, CDPSession, Page } from 'playwright-core'

import { openBrowser, phone } from '../support/browser.ts'
import { demoPassword, startProduct } from '../support/product.ts'

const rounds = 5
const speed = 1_600_000 / 8

const slowProcessor = (session: CDPSession) => session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
const slowNetwork = (session: CDPSession, isSlow: boolean) =>
  session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: isSlow ? 150 : 0,
    downloadThroughput: isSlow ? speed : -1,
    uploadThroughput: isSlow ? speed : -1,
  })

/** What appears: an element, or one whose text is no longer the former. */
type Sought = { selector: string; former?: string }

/** Milliseconds from the press of the mouse until what is sought is there in a frame, measured in the page. */
const timed = async (page: Page, sought: Sought, press: () => Promise<unknown>): Promise<number> => {
  await page.evaluate(({ selector, former }) => {
    const isThere = () => {
      const element = document.querySelector(selector)
      return element !== null && (former === undefined || element.textContent !== former)
    }
    const watched = window as unknown as { opened: Promise<number> }
    watched.opened = new Promise(resolve => {
      const begin = () => {
        const from = performance.now()
        const look = () => (isThere() ? resolve(performance.now() - from) : requestAnimationFrame(look))
        requestAnimationFrame(look)
      }
      addEventListener('click', begin, { capture: true, once: true })
    })
  }, sought)
  await press()
  return page.evaluate(() => (window as unknown as { opened: Promise<number> }).opened)
}

/** As a hand does: the pointer arrives, rests a moment, and presses. */
const pressedBy = (page: Page, selector: string) => async () => {
  const target = page.locator(selector).first()
  await target.hover()
  await page.waitForTimeout(100)
  await target.click()
}

const firstRow = 'tbody tr'
const toForm = 'tbody tr a:has-text("编辑")'
const formShown = { selector: '.form-section input, form .field input' }

/** Lists by their address in the menu: one of the product and, where it has the worked example of an extension, the example's. */
const lists = [
  ['list of positions, first', '/app/operation/position'],
  ['list of an extension, first', '/app/x/training/records'],
] as const

/** Opens each list in a window of its own, so that none finds what another has loaded. */
const openLists = async (signedIn: Page, url: string): Promise<Record<string, number>> => {
  const figures: Record<string, number> = {}
  for (const [what, path] of lists) {
    const link = `.menu-item[href$="${path}"]`
    const page = await signedIn.context().newPage()
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    await page.goto(`${url}/web/app/lawyer`)
    await page.locator(firstRow).first().waitFor()
    await page.waitForTimeout(3000)
    if ((await page.locator(link).count()) > 0) {
      if (!(await page.locator(link).isVisible()))
        await page
          .locator('.menu-group', { has: page.locator(link) })
          .getByRole('button')
          .click()
      await page.locator(link).waitFor()
      await slowProcessor(session)
      await slowNetwork(session, true)
      figures[what] = await timed(page, { selector: `tbody a[href*="${path}/"]` }, pressedBy(page, link))
    }
    await page.close()
  }
  return figures
}

const visit = async (browser: Browser, url: string): Promise<Record<string, number>> => {
  const context = await browser.newContext({ viewport: { ...phone, width: 1440 } })
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await page.goto(`${url}/web/login`)
  await page.locator('#account').fill('admin')
  await page.locator('#password').fill(demoPassword)
  await page.locator('#sign-in-submit').click()
  await page.waitForURL(/\/app\//)
  const figures = await openLists(page, url)
  for (const [name, path] of [
    ['office', 'office/list'],
    ['person', 'lawyer'],
  ] as const) {
    await slowNetwork(session, false)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await page.goto(`${url}/web/app/${path}`)
    await page.locator('tbody tr').first().waitFor()
    await page.waitForTimeout(3000)
    await slowProcessor(session)
    await slowNetwork(session, true)
    for (const time of ['first', 'again']) {
      figures[`form of ${name}, ${time}`] = await timed(page, formShown, pressedBy(page, toForm))
      await page.waitForTimeout(1000)
      await page.evaluate(() => history.back())
      await page.locator('tbody tr').first().waitFor()
      await page.waitForTimeout(2000)
    }
  }
  await slowNetwork(session, false)
  const changed = async (what: string, selector: string) => {
    const former = (await page.locator(firstRow).first().textContent()) ?? ''
    figures[what] = await timed(page, { selector: firstRow, former }, pressedBy(page, selector))
    await page.waitForTimeout(1500)
  }
  await changed('next page of people', '.pager-pages button:last-of-type')
  await changed('people by name', 'thead .table-sort')
  await changed('people by name, downwards', 'thead .table-sort')
  await context.close()
  return figures
}

const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!
const print = (line: string) => void process.stdout.write(`${line}\n`)

const addresses = process.argv.slice(2)
const product = addresses.length > 0 ? null : await startProduct()
const urls = product ? [product.url] : addresses
const browser = await openBrowser()
try {
  const runs = urls.map((): Record<string, number>[] => [])
  for (let round = 0; round < rounds; round++)
    for (const [index, url] of urls.entries()) runs[index]!.push(await visit(browser, url))
  print(`| from the click, ms | ${urls.join(' | ')} |`)
  print(`| --- |${' --: |'.repeat(urls.length)}`)
  for (const what of Object.keys(runs[0]![0]!))
    print(`| ${what} | ${runs.map(all => median(all.map(it => it[what]!)).toFixed(0)).join(' | ')} |`)
} finally {
  await browser.close()
  await product?.stop()
}
