import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { expect } from 'vitest'

import { until } from './process.ts'
import { type Said, said } from './said.ts'

const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const executablePath = process.env['CHROMIUM_PATH'] ?? places.find(it => existsSync(it))

/** Chromium refuses its sandbox to root; it looks for updates unless it is told not to. */
const args = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  // There is none to draw with; without this, it is looked for.
  '--disable-gpu',
]

export const openBrowser = (...more: string[]): Promise<Browser> =>
  chromium.launch({ ...(executablePath && { executablePath }), args: [...args, ...more], headless: true })

export const wide = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>
export type Watched = {
  context: BrowserContext
  page: Page
  complaints: string[]
  close: () => Promise<void>
}

export type WindowOptions = {
  viewport?: typeof wide
  colorScheme?: 'light' | 'dark'
  /** A phone's: fingers instead of a mouse. */
  hasTouch?: boolean
  /** Cookies and storage that the browser has kept. */
  storageState?: StorageState
}

/** A window whose console must stay empty; what it says is collected. */
export const openWindow = async (
  browser: Browser,
  baseURL: string,
  { viewport = wide, colorScheme = 'light', hasTouch = false, storageState }: WindowOptions = {},
): Promise<Watched> => {
  const context = await browser.newContext({
    baseURL,
    viewport,
    colorScheme,
    ...(hasTouch && { hasTouch, isMobile: true }),
    ...(storageState && { storageState }),
    // What moves is drawn anew for each frame, and no test looks at it.
    reducedMotion: 'reduce',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  const page = await context.newPage()
  watchRequests(page)
  context.setDefaultTimeout(240_000)
  const complaints: string[] = []
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(String(error)))
  return { context, page, complaints, close: () => context.close() }
}

/** What a page never answers to fails by its name, and not by the time of the whole test. */
const answered = async <T>(answer: Promise<T>, what: string, deadlineMs = 240_000): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} is not answered`)), deadlineMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

const asked = new WeakMap<Page, Set<Request>>()

/** Counts what is on its way, for `visit`. */
const watchRequests = (page: Page) => {
  const pending = new Set<Request>()
  asked.set(page, pending)
  page.on('request', it => pending.add(it))
  page.on('requestfinished', it => pending.delete(it))
  page.on('requestfailed', it => pending.delete(it))
}

/** Nothing is loading: its heading stands, nothing is asked for, nothing says that it waits. */
const isAtRest = async (page: Page) =>
  asked.get(page)!.size === 0 && (await answered(page.evaluate(isDrawn), 'whether it rests', 30_000))

/** Read in the page, in a pause; one that is not drawn has none. */
const isDrawn = () =>
  new Promise<boolean>(resolve =>
    requestIdleCallback(
      () => {
        const waiting = '[data-left], [aria-busy=true], .spinner, .skeleton, .form-skeleton'
        resolve(document.querySelector('h1') !== null && document.querySelector(waiting) === null)
      },
      { timeout: 10_000 },
    ),
  )

/** Follows an address within the application, as a link does: the document and its script stay, where there is one. */
export const visit = async (page: Page, path: string) => {
  if (!page.url().includes('/web/')) await page.goto(`/web${path}`)
  await page.evaluate(to => {
    // A list may have written its filters behind the address.
    if (to === location.pathname || to === location.pathname + location.search) return
    // What the next screen replaces; that one may not be opened stays where that is so of the next one too.
    for (const it of document.querySelectorAll('#content > :not(.page-header, .state-page)'))
      it.setAttribute('data-left', '')
    const state = { ...history.state, idx: (history.state?.idx ?? 0) + 1, key: to }
    history.pushState(state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, `/web${path}`)
  // Twice: between an answer and what it makes the page ask there is a moment of rest.
  await until(async () => (await isAtRest(page)) && (await isAtRest(page))).catch((cause: unknown) => {
    throw new Error(`${path} does not come to rest`, { cause })
  })
}

const axeSource = createRequire(import.meta.url).resolve('axe-core')
type Violation = { id: string; impact: string; nodes: { target: string[]; failureSummary: string }[] }

/** Read in the page: rows and items with the same elements, classes, roles and styles as one before them. */
const markAlike = () => {
  const looked = new Set<string>()
  for (const row of document.querySelectorAll('tbody > tr, li, [role=row]')) {
    const look = [row, ...row.querySelectorAll('*')].map(it =>
      [
        it.tagName,
        ...['class', 'role', 'style', 'type', 'disabled'].map(name => it.getAttribute(name)),
      ].join(),
    )
    const whole = `${row.parentElement?.className} ${look.join('|')}`
    row.toggleAttribute('data-alike', looked.has(whole))
    looked.add(whole)
  }
}

/**
 * Axe on the page as it stands, of rows that are drawn alike on the first. Injected through the protocol, which the page's own policy does not govern. `without` are
 * rules that another look at the same page holds: those of contrasts and sizes are most of the work. `within` is all that
 * changes from page to page, where the frame around it has been looked at.
 */
export const expectAccessible = async (
  page: Page,
  { without = [], within }: { without?: readonly string[]; within?: '#content' | undefined } = {},
) => {
  // A page that still loads has nothing to be looked at.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(readFileSync(axeSource, 'utf8'))
  // A colour on its way to another is neither.
  const hasSettled = page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(it => it instanceof CSSTransition)
        .map(it => it.finished),
    ).then(() => {}),
  )
  await answered(hasSettled, `the end of what moves on ${page.url()}`)
  const options = {
    resultTypes: ['violations'],
    // No rule that is on asks for the style sheets, which it would fetch each time.
    preload: { assets: ['media'] },
    rules: Object.fromEntries(without.map(it => [it, { enabled: false }])),
  }
  await page.evaluate(markAlike)
  const context = { include: [within ?? 'html'], exclude: ['[data-alike]'] }
  const found = page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)}).then(it => it.violations)`,
  )
  const violations = await answered(found, `axe on ${page.url()}`)
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
export const unread = async (page: Page, say: Said = said['zh-CN']) => {
  const icon = page.getByRole('link', { name: new RegExp(`^${say('站内信')}(，|, |$)`) })
  return Number(/\d+/.exec((await icon.getAttribute('aria-label')) ?? '')?.[0] ?? 0)
}
