import type { Page, Request, Route as Intercepted } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone, visit } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'
import { isThorough } from '../support/thoroughness.ts'
import { firstPagesOnce, isLimitedWalk, pagesOnce, walkTimeout } from '../support/walk.ts'
import { resources } from '../../resources/index.ts'
import type { AnyResource, Call, Route } from '../../resources/kit/index.ts'

const site = useProduct()

const pathOf = (path: string) => `/api${path.replace(/\?.*$/, '')}`

/** Paths of calls without parameters, which a pattern with parameters must not take for its own. */
const exactPaths = new Set(
  resources.flatMap(({ calls }) =>
    Object.values<Call>(calls).flatMap(({ path }) => (path.includes('/{') ? [] : [pathOf(path)])),
  ),
)
const isOf = (read: string, path: string) =>
  path.includes('/{')
    ? !exactPaths.has(read) && new RegExp(`^${pathOf(path).replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(read)
    : read === pathOf(path)

/** The paths from which each page reads; choices and drafts say for themselves what is wrong with them. */
const pathsOfPages = new Map(
  resources.flatMap(resource => {
    const { calls, views, pages, choices }: AnyResource = resource
    const routes = [...Object.values<Route>(pages), ...Object.values<Route>(views)]
    return routes.map(route => {
      const paths = Object.entries<Call>(calls).flatMap(([name, { method, path }]) =>
        method === 'GET' && name !== choices && name !== 'draft' ? [path] : [],
      )
      return [route.path.replace(':id', '2'), paths] as const
    })
  }),
)

/** The pages of lists. What a record's page reads besides, such as questions, may show nothing when there is none. */
const listPages = new Set<string>(
  resources.flatMap(({ views }: AnyResource) => (views.list ? [views.list.path] : [])),
)

/** Pages of the settings' group that read from another resource. */
const readElsewhere: Readonly<Record<string, readonly string[]>> = {
  '/app/setting/language': ['/firm/language/list'],
  '/app/setting/status': ['/system/status'],
  '/app/setting/sign-on': ['/system/config'],
  '/app/setting/system': ['/system/config'],
}

/** Calls of the frame around each page, whose answers are there before the page is opened. */
const isOfFrame = (request: Request) =>
  /\/(appconf|self|presence|unreadCount|count|preference)\b/.test(new URL(request.url()).pathname)

/** The form of a card is read with its whole mobile number, which is logged. */
const isReading = (request: Request) =>
  request.method() === 'GET' || /\/lawyer\/card\/reveal\/\d+$/.test(new URL(request.url()).pathname)

/** Replaces the answers to what the page reads; returns a list that grows by the path of each, which the test empties. */
const replaceAnswers = async (page: Page, answer: (route: Intercepted) => Promise<boolean>) => {
  const paths: string[] = []
  await page.route('**/api/**', async route => {
    const request = route.request()
    if (!isReading(request) || isOfFrame(request)) return route.continue()
    if (await answer(route)) paths.push(new URL(request.url()).pathname)
  })
  return paths
}

const refuse = (code: string, message: string) => async (route: Intercepted) => {
  await route.fulfill({ json: { code, message, data: null } })
  return true
}

/** Leaves the lists of an answer without records. */
const emptyLists = async (route: Intercepted) => {
  // The server may just be closing the connection that is taken for it.
  const response = await route.fetch({ maxRetries: 3 })
  const isJson = response.headers()['content-type']?.includes('json')
  const json: unknown = isJson ? await response.json() : null
  const { data } = Object(json) as { data?: { records?: unknown } }
  if (!Array.isArray(Object(data).records)) {
    await route.fulfill({ response })
    return false
  }
  await route.fulfill({ json: { ...Object(json), data: { ...data, records: [], total: 0, pages: 0 } } })
  return true
}

/** Pages that show lists, whose answers may be empty. */
const listPagesOnce = pagesOnce
  .map(([account, pages]) => [account, pages.filter(({ path }) => listPages.has(path))] as const)
  .filter(([, pages]) => pages.length > 0)

const states = [
  // A refusal that is not repeated; an answer that may come later is tried again first, which takes seconds.
  {
    state: 'failed',
    answer: refuse('4000', '服务异常'),
    said: /服务异常|重试|失败/,
    pages: pagesOnce,
    leastAsked: 15,
  },
  // The same part of a page shows both refusals.
  {
    state: 'forbidden',
    answer: refuse('4030', '没有权限'),
    said: /权限/,
    pages: isThorough ? pagesOnce : firstPagesOnce,
    leastAsked: 15,
  },
  {
    state: 'empty',
    answer: emptyLists,
    said: /暂无|没有|还没|无|空的/,
    pages: isThorough ? pagesOnce : listPagesOnce,
    leastAsked: 10,
    isOfLists: true,
  },
]

describe.each(states)(
  'with $state answers',
  ({ answer, said, isOfLists, pages: pagesOfState, leastAsked }) => {
    const asked: string[] = []

    test.each(pagesOfState)(
      'each page of %s says so, at 390 px',
      async (account, pages) => {
        const { page, close } = await site.openAs(account, { viewport: phone, colorScheme: 'dark' })
        await visit(page, '/app/nowhere')
        const replaced = await replaceAnswers(page, answer)
        for (const { path, isEntrance } of pages) {
          replaced.splice(0)
          await visit(page, path)
          const content = page.locator('#content')
          expect((await content.innerText()).trim(), path).not.toBe('')
          const isAsked = replaced.some(read =>
            [...pathsOfPages.get(path)!, ...(readElsewhere[path] ?? [])].some(own => isOf(read, own)),
          )
          if (isAsked && (!isOfLists || listPages.has(path))) {
            asked.push(path)
            // What an empty list says is loaded when the first one is shown.
            await expect.poll(() => content.innerText(), { message: path }).toMatch(said)
          }
          await expectNoSidewaysScroll(page)
          if (isEntrance || isThorough) await expectAccessible(page, { within: '#content' })
        }
        await close()
      },
      walkTimeout,
    )

    test.skipIf(isLimitedWalk)('many pages have been asked', () => {
      expect(asked.length).toBeGreaterThan(leastAsked)
    })
  },
)
