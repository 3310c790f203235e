import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import {
  comeToRest,
  expectAccessible,
  expectNoSidewaysScroll,
  phone,
  visit,
  wide,
} from '../support/browser.ts'
import { contrastsOfButtons } from '../support/contrast.ts'
import { chineseOf, switchTo } from '../support/languageOfPage.ts'
import { useProduct } from '../support/product.ts'
import { isThorough } from '../support/thoroughness.ts'
import { isLimitedWalk, pagesOfAll, pagesOnce, walkTimeout } from '../support/walk.ts'

const site = useProduct()

/** Opens the address as if typed, which loads the whole document. */
const load = async (page: Page, path: string) => {
  await page.goto(`/web${path}`)
  await visit(page, path)
}

/** Looks of buttons that are measured already, in each colour scheme. */
const measuredLooks = { light: new Set<string>(), dark: new Set<string>() }

/** The buttons of the page whose text or icon has too little contrast in some state. */
const paleButtons = async (page: Page, scheme: keyof typeof measuredLooks) => {
  const measured = await contrastsOfButtons(page, measuredLooks[scheme])
  return measured
    .filter(({ ratio, needed }) => ratio < needed)
    .map(({ button, state, ratio }) => `${scheme} ${button}: ${state} ${ratio.toFixed(2)}`)
}

const checkInEnglish = async (page: Page) => {
  await switchTo(page, 'en-US')
  expect(await chineseOf(page), page.url()).toEqual([])
  await expectNoSidewaysScroll(page)
  await switchTo(page, 'zh-CN')
}

/** So many pages are walked by one window in two minutes on a quiet machine. */
const pagesOfWindow = 16
const walks = (isThorough ? pagesOfAll : pagesOnce).flatMap(([account, pages]) =>
  Array.from({ length: Math.ceil(pages.length / pagesOfWindow) }, (_, at) => {
    const part = pages.slice(at * pagesOfWindow, (at + 1) * pagesOfWindow)
    return [account, part] as const
  }),
)

/** Controls for typing whose text is smaller than 16 px, with which iOS zooms into the page on focus. */
const smallControls = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'input:not([type=checkbox], [type=radio], [type=file], [type=range], [type=color], [aria-hidden]), textarea, select, [contenteditable=true]',
      ),
    ]
      .filter(it => it.checkVisibility() && Number.parseFloat(getComputedStyle(it).fontSize) < 16)
      .map(it => `${it.tagName} ${it.className} ${it.getAttribute('aria-label') ?? it.id}`),
  )

test.each([
  { viewport: wide, colorScheme: 'light' as const },
  { viewport: phone, colorScheme: 'dark' as const, hasTouch: true },
])('the sign-in page is accessible and fits in a window of $viewport.width px', async options => {
  const { page, close, complaints } = await site.openWindow(options)
  await page.goto('/web/login')
  await page.getByRole('tab', { name: '律师登录' }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  expect(complaints).toEqual([])
  await close()
})

// Windows run in parallel, because most of the time is spent waiting for pages to become idle.
test.concurrent.each(walks)(
  'each page of %s is accessible, fits, is wholly translated, and has a title and an empty console, at 1440 px by day',
  async (account, pages) => {
    const { page, close, complaints } = await site.openAs(account, { viewport: wide, colorScheme: 'light' })
    await page.goto('/health/live')
    // A chosen language can be changed below as another tab would.
    await page.evaluate(() => localStorage.setItem('tenant-admin/locale', 'zh-CN'))
    for (const { path, isEntrance } of pages) {
      await page.setViewportSize(wide)
      // Opens the first page of each resource by its address, the others by their links.
      await (isEntrance ? load : visit)(page, path)
      expect(await page.title(), path).toMatch(/.+ - .+/)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page, { within: isEntrance ? undefined : '#content' })
      expect(await paleButtons(page, 'light'), path).toEqual([])
      await page.setViewportSize(phone)
      await comeToRest(page)
      await checkInEnglish(page)
      expect(complaints, path).toEqual([])
    }
    await close()
  },
  walkTimeout,
)

test.concurrent.each(walks)(
  'each page of %s fits, has an empty console and no control into which a phone would zoom, and the first ones are accessible, on a touch screen of 390 px at night',
  async (account, pages) => {
    const night = { viewport: phone, colorScheme: 'dark', hasTouch: true } as const
    const { page, close, complaints } = await site.openAs(account, night)
    for (const { path, isEntrance } of pages) {
      await visit(page, path)
      await expectNoSidewaysScroll(page)
      if (isEntrance || isThorough) await expectAccessible(page)
      expect(await smallControls(page), path).toEqual([])
      expect(await paleButtons(page, 'dark'), path).toEqual([])
      expect(complaints, path).toEqual([])
    }
    await close()
  },
  walkTimeout,
)

test.skipIf(isLimitedWalk)('buttons of many looks have been measured, in light and in dark', () => {
  expect(measuredLooks.light.size).toBeGreaterThan(30)
  expect(measuredLooks.dark.size).toBeGreaterThan(30)
})

test('a page of another role says whom to ask, and an unknown address says that there is no page', async () => {
  const { page, close } = await site.openAs('branch2')
  await page.goto('/web/app/operation/position')
  await page.getByText('没有权限').first().waitFor()
  await expectAccessible(page)
  await page.goto('/web/app/nowhere')
  await page.getByRole('heading', { name: /找不到/ }).waitFor()
  await expectAccessible(page)
  await close()
})

test('the page that is not found follows the pointer, unless reduced motion is preferred', async () => {
  const { page, close } = await site.openWindow()
  await page.goto('/web/login')
  await site.signIn(page, 'admin')
  await page.goto('/web/app/nowhere')
  const card = page.locator('.lost-card')
  await card.waitFor()
  const { x, y, width, height } = (await page.locator('.lost').boundingBox())!
  const tiltAt = async (across: number, down: number) => {
    await page.mouse.move(x + width * across, y + height * down)
    return card.evaluate(it => {
      for (const animation of it.getAnimations()) animation.finish()
      return getComputedStyle(it).transform
    })
  }
  expect([await tiltAt(0.5, 0.5), await tiltAt(0.1, 0.2)]).toEqual(['none', 'none'])
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const [one, other] = [await tiltAt(0.1, 0.2), await tiltAt(0.9, 0.8)]
  expect(one).toMatch(/^matrix3d/)
  expect(other).toMatch(/^matrix3d/)
  expect(one).not.toBe(other)
  await close()
})

test('a page whose code is slow says so after 0.8 s, and one whose code fails offers to try again', async () => {
  const { page, close } = await site.openWindow()
  const answered = Promise.withResolvers<void>()
  let isThere = false
  await page.route(/\/assets\/OfficeWeight-[^/]+\.js$/, async route => {
    await answered.promise
    await (isThere ? route.continue() : route.abort())
  })
  await page.goto('/web/login')
  await site.signIn(page, 'admin')
  await page.clock.install()
  await page.goto('/web/app/office/list')
  await page.getByRole('table').waitFor()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  // Notes when the wait begins, so that the stopped clock measures it exactly.
  await page.evaluate(() => {
    const original = window.setTimeout.bind(window)
    const wait = (work: TimerHandler, ms?: number, ...more: unknown[]) => {
      if (ms === 800) document.documentElement.dataset['waiting'] = ''
      return original(work, ms, ...more)
    }
    Object.assign(window, { setTimeout: wait })
    document.querySelector<HTMLElement>('nav a[href$="/app/office/weight"]')!.click()
  })
  await expect.poll(() => page.locator('html[data-waiting]').count()).toBe(1)
  const spinner = page.getByText('加载中...')
  await page.clock.runFor(700)
  expect(await spinner.count()).toBe(0)
  await page.clock.runFor(200)
  await expect.poll(() => spinner.count()).toBe(1)
  await page.clock.resume()
  answered.resolve()
  await page.getByText('页面加载失败').waitFor()
  isThere = true
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByRole('button', { name: /^拖动/ }).first().waitFor()
  await close()
})

test('the API description is shown with files of the product only', async () => {
  const { page, complaints, close } = await site.openWindow()
  const hosts = new Set<string>()
  page.on('request', request => hosts.add(new URL(request.url()).host))
  await page.goto('/api/docs')
  // Tags and operations are collapsed at first.
  await page.locator('#operations-tag-session').click()
  await page.locator('.opblock').first().click()
  await page.getByText('Responses', { exact: true }).waitFor()
  expect([...hosts].filter(host => host !== '')).toEqual([new URL(site.url).host])
  expect(complaints).toEqual([])
  await close()
})

test('a failing server is reported on the page with a button to try again', async () => {
  const { page, close } = await site.openAs('admin')
  let isDown = true
  await page.route('**/api/lawyer/pageList**', route =>
    isDown ? route.fulfill({ status: 503, body: 'down' }) : route.continue(),
  )
  await page.goto('/web/app/lawyer')
  const retry = page.getByRole('button', { name: '重试' })
  await retry.waitFor()
  await expectAccessible(page)
  // Only immediately before, because the list also retries by itself.
  isDown = false
  await retry.click()
  await page.getByRole('table').waitFor()
  await close()
})

test('the parts of the landing page leave no place beside them empty', async () => {
  const { page, close } = await site.openAs('admin', { viewport: wide })
  await visit(page, '/app/home')
  await page.getByRole('region', { name: '各律所名片完整度' }).waitFor()
  const gaps = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.home > *, .home-tiles > *, .steps')].map(it =>
      it.getBoundingClientRect(),
    )
    const end = Math.max(...boxes.map(({ right }) => right))
    // Each part ends at the edge of the page, or beside one that is as high as it is.
    return boxes.filter(
      box =>
        Math.abs(box.right - end) > 1 &&
        !boxes.some(
          other =>
            other.left > box.left &&
            Math.abs(other.top - box.top) < 1 &&
            Math.abs(other.bottom - box.bottom) < 1,
        ),
    )
  })
  expect(gaps).toEqual([])
  await close()
})

test('the chart of changes shows the total of each day, with bars in proportion', async () => {
  const { page, close } = await site.openAs('admin', { viewport: phone, colorScheme: 'dark' })
  await page.goto('/web/app/home')
  const days = page.locator('.home-chart-day')
  await days.first().waitFor()
  const bars = await days.evaluateAll(elements =>
    elements.map(day => ({
      total: Number(day.textContent),
      height: [...day.querySelectorAll('i')].reduce((sum, part) => sum + part.offsetHeight, 0),
    })),
  )
  const highest = bars.reduce((one, other) => (other.total > one.total ? other : one))
  expect(bars).toHaveLength(7)
  expect(highest.total).toBeGreaterThan(0)
  for (const { total, height } of bars)
    expect(Math.abs(height - (highest.height * total) / highest.total)).toBeLessThan(4)
  await close()
})
