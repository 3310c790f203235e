import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { expect } from 'vitest'

import { expectPlaced } from './boxes.ts'
import { until } from './process.ts'
import { type Said, said } from './said.ts'

const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const executablePath = process.env['CHROMIUM_PATH'] ?? places.find(it => existsSync(it))

/** Chromium refuses its sandbox to root, and looks for updates by default. */
const args = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  // Without this flag Chromium looks for a graphics card that the machine lacks.
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
  userAgent?: string
  viewport?: typeof wide
  colorScheme?: 'light' | 'dark'
  /** Whether the window has a touch screen like a phone. */
  hasTouch?: boolean
  /** Off for pages that must work without scripts. */
  javaScriptEnabled?: boolean
  /** Cookies and storage from an earlier window. */
  storageState?: StorageState
}

/** A window whose console must stay empty; errors and warnings are collected. */
export const openWindow = async (
  browser: Browser,
  baseURL: string,
  { viewport = wide, colorScheme = 'light', hasTouch = false, storageState, userAgent }: WindowOptions = {},
): Promise<Watched> => {
  const context = await browser.newContext({
    baseURL,
    viewport,
    colorScheme,
    ...(hasTouch && { hasTouch, isMobile: true }),
    ...(storageState && { storageState }),
    ...(userAgent !== undefined && { userAgent }),
    // Animations cost a new frame each time, and no test looks at them.
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
  const close = async () => {
    await ignoreOpenRoutes(page)
    await context.close()
  }
  return { context, page, complaints, close }
}

/**
 * Ends the interception of requests. A request that the page makes by itself, such as for unread messages, may be at a
 * handler just then, whose error would be an unhandled one of the whole run.
 */
export const ignoreOpenRoutes = (page: Page) => page.unrouteAll({ behavior: 'ignoreErrors' })

/** Names what did not answer in the error, instead of the timeout of the whole test. */
const withDeadline = async <T>(answer: Promise<T>, what: string, deadlineMs = 240_000): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} is not answered`)), deadlineMs)
  })
  try {
    return await Promise.race([answer, deadline])
  } finally {
    clearTimeout(timer)
  }
}

const pendingRequests = new WeakMap<Page, Set<Request>>()

/** Counts the pending requests for `visit`. */
const watchRequests = (page: Page) => {
  const pending = new Set<Request>()
  pendingRequests.set(page, pending)
  page.on('request', it => pending.add(it))
  page.on('requestfinished', it => pending.delete(it))
  page.on('requestfailed', it => pending.delete(it))
}

/** Nothing is loading: the heading is present, no request is pending and nothing shows a waiting state. */
const isAtRest = async (page: Page) =>
  pendingRequests.get(page)!.size === 0 &&
  (await withDeadline(page.evaluate(isDrawn), 'whether it rests', 30_000))

/**
 * Runs in the page, after its next frame and all that is due by then. `requestIdleCallback` is unsuitable: beside other
 * windows, Chromium calls it now and then only after its timeout although the page is idle.
 */
const isDrawn = async () => {
  await new Promise(resolve => void requestAnimationFrame(resolve))
  return scheduler.postTask(
    () => {
      const waiting = '[data-left], [aria-busy=true], .spinner, .skeleton, .form-skeleton'
      return document.querySelector('h1') !== null && document.querySelector(waiting) === null
    },
    { priority: 'background' },
  )
}

/** Waits until the page has all that it shows. */
export const comeToRest = async (page: Page) => {
  // Checked twice: between an answer and the page's next request it is idle for a moment.
  await until(async () => (await isAtRest(page)) && (await isAtRest(page))).catch((cause: unknown) => {
    throw new Error(`${page.url()} does not come to rest`, { cause })
  })
}

/** Follows an address within the application like a link: an existing document and its scripts stay. */
export const visit = async (page: Page, path: string) => {
  if (!page.url().includes('/web/')) await page.goto(`/web${path}`)
  await page.evaluate(to => {
    // A list may have added its filters to the address.
    if (to === location.pathname || to === location.pathname + location.search) return
    // Marks content that the next screen replaces. The page for a refused address is exempt, since it stays
    // if the next address is refused too.
    for (const it of document.querySelectorAll('#content > :not(.page-header, .state-page)'))
      it.setAttribute('data-left', '')
    const state = { ...history.state, idx: (history.state?.idx ?? 0) + 1, key: to }
    history.pushState(state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, `/web${path}`)
  await comeToRest(page)
}

const axeSource = createRequire(import.meta.url).resolve('axe-core')
type Violation = { id: string; impact: string; nodes: { target: string[]; failureSummary: string }[] }

/**
 * Runs in the page: marks rows and items with the same elements, classes, roles and styles as an earlier one.
 */
const markAlike = () => {
  const looked = new Set<string>()
  for (const row of document.querySelectorAll('tbody > tr, li, [role=row]')) {
    const look = [row, ...row.querySelectorAll('*')].map(it =>
      [
        it.tagName,
        ...['class', 'role', 'style', 'type', 'disabled'].map(name => it.getAttribute(name)),
      ].join(),
    )
    const classNames = `${row.parentElement?.className} ${look.join('|')}`
    row.toggleAttribute('data-alike', looked.has(classNames))
    looked.add(classNames)
  }
}

/**
 * Runs axe on the present page, on one of all rows that are drawn alike. It is injected through the debugging
 * protocol, which the content security policy does not restrict. `without` lists rules that another check of
 * the same page covers; contrast and target sizes take most of the time. `within` limits the check to the
 * content if the frame around it has been checked. Dialogs and sticky headings are checked for their places too.
 */
export const expectAccessible = async (
  page: Page,
  { without = [], within }: { without?: readonly string[]; within?: '#content' | undefined } = {},
) => {
  // A page that is still loading cannot be checked.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(readFileSync(axeSource, 'utf8'))
  // During a colour transition the contrast is neither that of the start nor that of the end.
  const hasSettled = page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(it => it instanceof CSSTransition)
        .map(it => it.finished),
    ).then(() => {}),
  )
  await withDeadline(hasSettled, `the end of what moves on ${page.url()}`)
  const options = {
    resultTypes: ['violations'],
    // None of the enabled rules needs the style sheets, which axe would fetch each time.
    preload: { assets: ['media'] },
    // A preview in a frame may run no script: axe's message to it would be refused with an error in the console.
    iframes: false,
    rules: {
      // Off by default, because axe compares only texts.
      'label-content-name-mismatch': { enabled: true },
      ...Object.fromEntries(without.map(it => [it, { enabled: false }])),
    },
  }
  await page.evaluate(markAlike)
  const context = { include: [within ?? 'html'], exclude: ['[data-alike]'] }
  const found = page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)}).then(it => it.violations)`,
  )
  const violations = await withDeadline(found, `axe on ${page.url()}`)
  const violationTexts = violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(it => `${impact} ${id}: ${it.target.join(' ')} ${it.failureSummary.replaceAll('\n', ' ')}`),
  )
  expect(violationTexts, `accessibility of ${page.url()}`).toEqual([])
  await expectPlaced(page)
}

/** A page must not scroll sideways. */
export const expectNoSidewaysScroll = async (page: Page) => {
  // The page follows a change of the window's size with its next frame.
  const scroll = await page.evaluate(async () => {
    const nextFrame = () => new Promise(resolve => void requestAnimationFrame(resolve))
    await nextFrame()
    await nextFrame()
    return document.documentElement.scrollWidth
  })
  // On an emulated phone `innerWidth` grows with content that is too wide, so that the screen's width is the limit.
  expect(scroll, `width of ${page.url()}`).toBeLessThanOrEqual(page.viewportSize()!.width)
}

/** Types into a combo box and chooses the option with this text. */
export const choose = async (page: Page, label: string, text: string) => {
  await page.getByRole('combobox', { name: label }).fill(text)
  await page.getByRole('option', { name: text }).first().click()
}

/** The number of unread messages on the message icon. */
export const unread = async (page: Page, say: Said = said['zh-CN']) => {
  const icon = page.getByRole('link', { name: new RegExp(`^${say('站内信')}(，|, |$)`) })
  return Number(/\d+/.exec((await icon.getAttribute('aria-label')) ?? '')?.[0] ?? 0)
}
