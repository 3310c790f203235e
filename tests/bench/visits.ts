// Memory of a tab: heap, nodes and listeners after 5 and after 50 visits from a list to a form and back. `npm run
// bench -- visits` (needs a build).
import type { CDPSession, Page } from 'playwright-core'

import { openBrowser, openWindow, wide } from '../support/browser.ts'
import { signIn, startProduct } from '../support/product.ts'

const [few, many] = [5, 50]

type Place = { what: string; path: string }
const places: readonly Place[] = [
  { what: 'offices', path: 'office/list' },
  { what: 'lawyers', path: 'lawyer' },
  { what: 'cards', path: 'card' },
  { what: 'articles, with their editor', path: 'cms?kind=2' },
]

const visit = async (page: Page) => {
  await page.locator('tbody a', { hasText: '编辑' }).first().click()
  await page.locator('.form-section input, .form-section textarea').first().waitFor()
  await page.locator('.form-skeleton, .skeleton, [aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.goBack()
  await page.locator('tbody tr').first().waitFor()
}

/** Measured after a garbage collection. */
const keptBy = async (session: CDPSession) => {
  for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find(it => it.name === name)!.value
  return {
    heap: metric('JSHeapUsedSize') / 1_000_000,
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
  }
}

const print = (line: string) => void process.stdout.write(`${line}\n`)
const product = await startProduct()
const browser = await openBrowser()
try {
  print(`| list, form, list | heap after ${few}, MB | after ${many} | ratio | nodes | listeners |`)
  print('| --- | --: | --: | --: | --: | --: |')
  for (const { what, path } of places) {
    const { page, context, close } = await openWindow(browser, product.url, { viewport: wide })
    await page.goto('/web/login')
    await signIn(page, 'admin')
    await page.goto(`/web/app/${path}`)
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    const after = async (times: number) => {
      for (let time = 0; time < times; time++) await visit(page)
      return keptBy(session)
    }
    const [early, late] = [await after(few), await after(many - few)]
    const pair = (key: 'nodes' | 'listeners') => `${early[key]} → ${late[key]}`
    const ratio = (late.heap / early.heap).toFixed(2)
    print(
      `| ${what} | ${early.heap.toFixed(1)} | ${late.heap.toFixed(1)} | ${ratio} | ${pair('nodes')} | ${pair('listeners')} |`,
    )
    await close()
  }
} finally {
  await browser.close()
  await product.stop()
}
