import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { useProduct } from '../support/product.ts'

/**
 * Sizes after Brotli compression, as a browser downloads them. Budgets of bytes and counts fail; times are measured
 * in tests/bench.
 */
const budgets = { signIn: 80_000, registration: 130_000, firstList: 285_000 }

const assets = join(import.meta.dirname, '../../dist/assets')
const sizeOf = (name: string) => readFileSync(join(assets, `${name}.br`)).byteLength
const sum = (names: Iterable<string>) => [...names].reduce((bytes, name) => bytes + sizeOf(name), 0)

const site = useProduct()

/** Read in the page: rules that are in no cascade layer, and would override whatever is in one. */
const rulesWithoutLayer = () =>
  [...document.styleSheets].flatMap(({ cssRules }) =>
    [...cssRules]
      .filter(it => !(it instanceof CSSLayerBlockRule || it instanceof CSSLayerStatementRule))
      .map(it => it.cssText),
  )

type Timed = { rowsAt?: number }
/** Read in the page: the time at which the first rows appeared. */
const watchRows = () =>
  new MutationObserver((_, observer) => {
    if (!document.querySelector('tbody tr')) return
    ;(window as Timed).rowsAt = performance.now()
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })
/** Read in the page: the scripts requested until then. */
const untilRows = () =>
  performance
    .getEntriesByType('resource')
    .filter(it => it.startTime < (window as Timed).rowsAt!)
    .flatMap(it => /\/assets\/([^/?]+\.js)$/.exec(it.name)?.[1] ?? [])

test('the sign-in page loads no code of the application, and a list no code of the editor', async () => {
  const { page, complaints } = await site.openWindow()
  await page.addInitScript(watchRows)
  const loaded = new Set<string>()
  const lists: string[] = []
  page.on('request', request => {
    if (request.url().includes('/pageList')) lists.push(request.url())
    const name = /\/assets\/([^/?]+\.js)$/.exec(request.url())?.[1]
    if (name) loaded.add(name)
  })

  await page.goto('/web/login')
  await page.getByLabel('账号').waitFor()
  await page.waitForLoadState('networkidle')
  expect([...loaded].filter(it => /^(App|shell|views|ResourceList)/.test(it))).toEqual([])
  expect(sum(loaded), `sign-in: ${[...loaded].join(' ')}`).toBeLessThanOrEqual(budgets.signIn)

  await site.signIn(page, 'admin')
  await page.getByRole('table').waitFor()
  const first = new Set(await page.evaluate(untilRows))
  expect([...first].filter(it => /RichText|Crop|useImageUpload|^(form|floating)-/.test(it))).toEqual([])
  expect(sum(first), `first list: ${[...first].join(' ')}`).toBeLessThanOrEqual(budgets.firstList)
  expect(await page.evaluate(rulesWithoutLayer)).toEqual([])
  // The rows are requested in parallel with the code, under the query key that the list uses.
  expect(lists).toHaveLength(1)
  const fetched = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(it => it.name.includes('/assets/') && (it as PerformanceResourceTiming).transferSize > 0)
      .map(it => it.name),
  )
  expect(new Set(fetched).size, `fetched more than once: ${fetched.join(' ')}`).toBe(fetched.length)

  // Without any input: the code of a record's page is prefetched in the first idle time.
  for (const name of ['form', 'floating'])
    await expect.poll(() => [...loaded].some(it => it.startsWith(`${name}-`)), { message: name }).toBe(true)
  expect(complaints).toEqual([])
})

test('registration and recovery load their own code when opened, and none of the application', async () => {
  const { page, complaints } = await site.openWindow()
  const loaded = new Set<string>()
  page.on('request', request => {
    const name = /\/assets\/([^/?]+\.js)$/.exec(request.url())?.[1]
    if (name) loaded.add(name)
  })
  await page.goto('/web/login')
  await page.getByRole('link', { name: '注册律师账号' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect([...loaded].filter(it => /^(registration|recovery|schemas)/.test(it))).toEqual([])
  await page.goto('/web/login#register')
  await page.getByRole('heading', { name: '注册律师账号' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect([...loaded].filter(it => /^(App|shell|views|ResourceList)/.test(it))).toEqual([])
  expect(sum(loaded), `registration: ${[...loaded].join(' ')}`).toBeLessThanOrEqual(budgets.registration)
  await page.goto('/web/login#recover')
  await page.getByRole('heading', { name: '找回密码' }).waitFor()
  expect([...loaded].filter(it => /^(App|shell|views|ResourceList)/.test(it))).toEqual([])
  await page.goBack()
  await page.getByRole('heading', { name: '注册律师账号' }).waitFor()
  expect(complaints).toEqual([])
})

const isEditor = (name: string) => /^(Article(Add|Edit|Form|Input)|cleanHtml)/.test(name)

test('only its own page loads the article editor', async () => {
  const { page, complaints } = await site.openWindow()
  const loaded = new Set<string>()
  page.on('request', request => {
    const name = /\/assets\/([^/?]+\.js)$/.exec(request.url())?.[1]
    if (name) loaded.add(name)
  })
  /** Finds the chunk by its content, whatever its name. */
  const having = (word: string) =>
    [...loaded].filter(it => readFileSync(join(assets, it), 'utf8').includes(word))
  const visit = async (path: string, ready: string) => {
    await page.goto(`/web${path}`)
    await page.locator(ready).first().waitFor()
    await page.waitForLoadState('networkidle')
  }

  await page.goto('/web/login')
  await site.signIn(page, 'admin')
  for (const path of ['/app/cms/article', '/app/lawyer', '/app/card']) await visit(path, 'table')
  expect([...loaded].filter(isEditor)).toEqual([])
  expect(having('ProseMirror')).toEqual([])

  // A form with the small rich text loads the editor library, but neither tables nor pictures.
  await visit('/app/office/create', '.rich-area')
  expect(having('ProseMirror')).not.toEqual([])
  expect([...loaded].filter(isEditor)).toEqual([])
  expect(having('toggleHeaderRow')).toEqual([])

  await visit('/app/cms/add?kind=2', '.rich-page')
  expect([...loaded].filter(isEditor)).not.toEqual([])
  expect(having('toggleHeaderRow')).not.toEqual([])
  expect(complaints).toEqual([])
})

test('every route has a chunk of its own', () => {
  const chunks = readdirSync(assets).filter(it => it.endsWith('.js'))
  for (const name of [
    'CardDetail',
    'UserDashboard',
    'LawyerCreate',
    'Messages',
    'RichTextInput',
    'ArticleInput',
  ])
    expect(
      chunks.some(it => it.startsWith(name)),
      name,
    ).toBe(true)
})
