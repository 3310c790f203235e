// Time from a key press to its painted frame in forms and inputs, with a processor four times slower. `npm run
// bench -- typing` (needs a build). Addresses as arguments measure running products in turn, one column each.
import { loadavg } from 'node:os'

import type { Browser, Locator, Page } from 'playwright-core'

import { openBrowser, wide } from '../support/browser.ts'
import { signIn, startProduct } from '../support/product.ts'

const keys = 40
const perSecond = 6

type Place = {
  what: string
  account: string
  path: string
  /** The measured inputs. */
  at: (page: Page) => Locator
  before?: (page: Page) => Promise<unknown>
}

const lawyer = '13800000001'
const box = (name: string | RegExp) => (page: Page) => page.getByRole('textbox', { name }).first()

/** The link from the first row to its form. */
const firstForm = async (page: Page) => {
  await page.locator('tbody a', { hasText: '编辑' }).first().click()
}

const places: readonly Place[] = [
  {
    what: 'an input alone on an empty page: the floor',
    account: 'admin',
    path: '',
    before: page => page.evaluate(() => (document.body.innerHTML = '<input aria-label="alone">')),
    at: box('alone'),
  },
  {
    what: 'form of an office',
    account: 'admin',
    path: 'office/list',
    before: firstForm,
    at: box('律所名称'),
  },
  { what: 'form of a lawyer', account: 'admin', path: 'lawyer', before: firstForm, at: box('姓名') },
  { what: 'form of a card', account: 'admin', path: 'card', before: firstForm, at: box('姓名') },
  { what: "one's own card", account: lawyer, path: 'user/card', at: box('姓名') },
  {
    what: 'settings with the phone',
    account: 'admin',
    path: 'conf/miniprogram-index',
    at: page => page.locator('.form-section input.control').first(),
  },
  { what: 'article: title', account: 'admin', path: 'cms/add?kind=2', at: box('标题') },
  { what: 'article: text', account: 'admin', path: 'cms/add?kind=2', at: box('正文') },
  { what: 'search box', account: 'admin', path: 'lawyer', at: page => page.getByRole('searchbox').first() },
  {
    what: 'filter',
    account: 'admin',
    path: 'lawyer',
    before: page => page.getByRole('button', { name: /^筛选所属律所/ }).click(),
    at: page => page.locator('.option-panel input').first(),
  },
  {
    what: 'grid of 200 people',
    account: 'admin',
    path: 'lawyer/create',
    before: async page => {
      await page.locator('[data-cell="name"]').first().focus()
      await page.evaluate(() => {
        const lines = Array.from({ length: 200 }, (_, index) => `张三${index}\t1390000${1000 + index}`)
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', ['姓名\t手机号', ...lines].join('\n'))
        const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
        document.activeElement?.dispatchEvent(paste)
      })
      await page.locator('tr[data-row]').nth(150).waitFor()
    },
    at: page => page.locator('[data-cell="name"]').nth(5),
  },
]

type Timed = { painted: number[] }

/** Measured in the page: from the time of the key event to the task after the frame that shows it. */
const watch = () => {
  const painted: number[] = []
  ;(window as unknown as Timed).painted = painted
  addEventListener(
    'keydown',
    ({ timeStamp }) =>
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.addEventListener('message', () => painted.push(performance.now() - timeStamp), {
          once: true,
        })
        channel.port1.start()
        channel.port2.postMessage(null)
      }),
    { capture: true },
  )
}

const percentile = (figures: readonly number[], share: number) =>
  figures.toSorted((a, b) => a - b)[Math.floor((figures.length - 1) * share)]!

const open = async (page: Page, url: string, { account, path, before, at }: Place) => {
  await page.goto(`${url}/web/login`)
  await signIn(page, account)
  await page.goto(`${url}/web/app/${path}`)
  await before?.(page)
  const input = at(page)
  await input.click()
  // Work after the first paint does not belong to typing.
  await page.waitForTimeout(3000)
  return input
}

const measure = async (browser: Browser, url: string, place: Place) => {
  const context = await browser.newContext({ viewport: wide, locale: 'zh-CN' })
  try {
    const page = await context.newPage()
    const input = await open(page, url, place)
    await page.evaluate(watch)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await input.pressSequentially('a'.repeat(keys), { delay: 1000 / perSecond })
    const isDone = (count: number) => (window as unknown as Timed).painted.length >= count
    await page.waitForFunction(isDone, keys)
    return await page.evaluate(() => (window as unknown as Timed).painted)
  } finally {
    await context.close()
  }
}

const print = (line: string) => void process.stdout.write(`${line}\n`)

const addresses = process.argv.slice(2)
const product = addresses.length > 0 ? null : await startProduct()
const urls = product ? [product.url] : addresses
const browser = await openBrowser()
try {
  print(`| a key to its frame, median and p95, ms | ${urls.join(' | ')} | load |`)
  print(`| --- |${' --: |'.repeat(urls.length + 1)}`)
  for (const place of places) {
    const cells: string[] = []
    for (const url of urls) {
      const painted = await measure(browser, url, place)
      cells.push([0.5, 0.95].map(share => percentile(painted, share).toFixed(0)).join(' / '))
    }
    print(`| ${place.what} | ${cells.join(' | ')} | ${loadavg()[0]!.toFixed(1)} |`)
  }
} finally {
  await browser.close()
  await product?.stop()
}
