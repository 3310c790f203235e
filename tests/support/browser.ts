import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = process.env['CHROMIUM_PATH'] ?? places.find(it => existsSync(it))

/** Chromium refuses its sandbox to root; it looks for updates unless it is told not to. */
const args = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
]

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ ...(executablePath && { executablePath }), args, headless: true })

export const wide = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

export type Watched = { context: BrowserContext; page: Page; complaints: string[] }

type Window = {
  viewport?: typeof wide
  colorScheme?: 'light' | 'dark'
  /** A phone's: fingers instead of a mouse. */
  hasTouch?: boolean
}

/** A window whose console must stay empty; what it says is collected. */
export const openWindow = async (
  browser: Browser,
  baseURL: string,
  { viewport = wide, colorScheme = 'light', hasTouch = false }: Window = {},
): Promise<Watched> => {
  const context = await browser.newContext({
    baseURL,
    viewport,
    colorScheme,
    ...(hasTouch && { hasTouch, isMobile: true }),
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const complaints: string[] = []
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(String(error)))
  return { context, page, complaints }
}

const axeSource = createRequire(import.meta.url).resolve('axe-core')
type Violation = { id: string; impact: string; nodes: { target: string[]; failureSummary: string }[] }

/** Axe on the page as it stands. Injected through the protocol, which the page's own policy does not govern. */
export const expectAccessible = async (page: Page) => {
  await page.evaluate(readFileSync(axeSource, 'utf8'))
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(it => it.violations)`,
  )
  const told = violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(it => `${impact} ${id}: ${it.target.join(' ')} ${it.failureSummary.replaceAll('\n', ' ')}`),
  )
  expect(told, `accessibility of ${page.url()}`).toEqual([])
}

/** Nothing sticks out: a phone page does not scroll sideways. */
export const expectNoSidewaysScroll = async (page: Page) => {
  const [inner, scroll] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth])
  expect(scroll, `width of ${page.url()}`).toBeLessThanOrEqual(inner!)
}

/** Chooses in a combo box by what is typed. */
export const choose = async (page: Page, label: string, text: string) => {
  await page.getByRole('combobox', { name: label }).fill(text)
  await page.getByRole('option', { name: text }).first().click()
}

/** The number on the message icon. */
export const unread = async (page: Page) => {
  const icon = page.getByRole('link', { name: /^站内信(，|$)/ })
  return Number(/\d+/.exec((await icon.getAttribute('aria-label')) ?? '')?.[0] ?? 0)
}
