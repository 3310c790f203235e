// Time from an empty cache to a usable sign-in form, to the first rows, to a form and back, and for a reload, on a
// slow phone: the product and plain react-admin in turn, in one run. `npm run bench -- firstLoad` (needs a build). Addresses
// as arguments measure running products instead, one column each.
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

import { serve } from '@hono/node-server'
import react from '@vitejs/plugin-react'
import { Hono } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'

import { openBrowser, phone } from '../support/browser.ts'
import { createFolder } from '../support/folder.ts'
import { demoPassword, startProduct } from '../support/product.ts'

const rounds = 5
const rowsShown = 'tbody tr'
const compress = promisify(brotliCompress)

const startPeer = async () => {
  const { path: outDir, remove } = await createFolder('peer')
  const root = join(import.meta.dirname, 'peer')
  await build({
    root,
    configFile: false,
    plugins: [react()],
    build: { outDir, emptyOutDir: true },
    logLevel: 'error',
  })
  const rows = Array.from({ length: 60 }, (_, index) => ({
    id: index + 1,
    name: `Row ${index + 1}`,
    phone: `021-5555${index}`,
    city: 'Shanghai',
  }))
  const cache = new Map<string, Uint8Array<ArrayBuffer>>()
  const app = new Hono()
    .post('/api/login', http => http.json({}))
    .get('/api/rows', http => {
      const [page, size] = [Number(http.req.query('page')), Number(http.req.query('size'))]
      return http.json({ data: rows.slice((page - 1) * size, page * size), total: rows.length })
    })
    .get('/api/rows/:id', http => http.json({ data: rows[Number(http.req.param('id')) - 1] }))
    .get('/favicon.ico', http => http.body(null, 204))
    .get('*', async http => {
      const path = http.req.path === '/' ? '/index.html' : http.req.path
      const bytes = cache.get(path) ?? new Uint8Array(await compress(await readFile(join(outDir, path))))
      cache.set(path, bytes)
      return http.body(bytes, 200, {
        'Content-Type': getMimeType(extname(path)) ?? 'text/html',
        'Content-Encoding': 'br',
      })
    })
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise(resolve => server.once('listening', resolve))
  const address = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${address.port}/`,
    stop: async () => {
      server.close()
      await remove()
    },
  }
}

type Site = Record<'url' | 'account' | 'password' | 'secret' | 'toForm' | 'form', string> & { button: RegExp }
type Figures = Record<'scripts' | 'usable' | 'rows' | 'allScripts' | 'form' | 'back' | 'reload', number>

/** 1.6 Mbit/s, 150 ms round trip, a processor four times slower. */
const slowDown = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const speed = 1_600_000 / 8
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: speed,
    uploadThroughput: speed,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  let bytes = 0
  const scripts = new Set<string>()
  session.on(
    'Network.responseReceived',
    ({ requestId, type }) => void (type === 'Script' && scripts.add(requestId)),
  )
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  return () => Math.round(bytes / 1000)
}

/** Measured in the page, because polling from outside happens only every half second. */
const watch = () => {
  const times = { from: 0, until: 0, what: '' }
  const watched = window as unknown as { times: typeof times; awaitFirst: (what: string) => void }
  watched.times = times
  const look = () => {
    if (times.from > 0 && document.querySelector(times.what)) times.until = performance.now()
    else requestAnimationFrame(look)
  }
  const begin = () => (times.from = performance.now())
  watched.awaitFirst = what => {
    Object.assign(times, { from: 0, until: 0, what })
    addEventListener('click', begin, { capture: true, once: true })
    requestAnimationFrame(look)
  }
  // A reload is measured from the start of the document.
  if (sessionStorage.getItem('awaited')) {
    Object.assign(times, { from: 1, what: sessionStorage.getItem('awaited') })
    requestAnimationFrame(look)
  }
}
const goBack = () => {
  ;(window as unknown as Watched).times.from = performance.now()
  history.back()
}
type Watched = { times: { from: number; until: number }; awaitFirst: (what: string) => void }

/** Milliseconds from the click, the step back or the reload of `act` until `what` first appears. */
const timed = async (page: Page, what: string, act: () => Promise<unknown>) => {
  await page.evaluate(it => (window as unknown as Watched).awaitFirst(it), what)
  await act()
  await page.waitForFunction(() => (window as unknown as Watched).times.until > 0, undefined, {
    polling: 200,
    timeout: 240_000,
  })
  const { from, until } = await page.evaluate(() => (window as unknown as Watched).times)
  return until - from
}

const visit = async (browser: Browser, site: Site): Promise<Figures> => {
  const context = await browser.newContext({ viewport: { ...phone, width: 1440 } })
  context.setDefaultTimeout(240_000)
  const page = await context.newPage()
  await page.addInitScript(watch)
  const scriptsSoFar = await slowDown(page)
  const start = performance.now()
  await page.goto(site.url, { waitUntil: 'commit' })
  const account = page.getByRole('textbox', { name: site.account }).first()
  await account.fill('admin')
  const usable = performance.now() - start
  const scripts = scriptsSoFar()
  // The time in which a person types a password; the product prefetches meanwhile.
  await page.getByLabel(site.secret, { exact: true }).pressSequentially(site.password, { delay: 120 })
  const rows = await timed(page, rowsShown, () => page.getByRole('button', { name: site.button }).click())
  const allScripts = scriptsSoFar()
  // The time for which a person looks at a list before opening a record; the product prefetches meanwhile.
  await page.waitForTimeout(4000)
  const form = await timed(page, site.form, () => page.locator(site.toForm).first().click())
  const back = await timed(page, rowsShown, () => page.evaluate(goBack))
  await page.evaluate(it => sessionStorage.setItem('awaited', it), rowsShown)
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => (window as unknown as Watched).times.until > 0, undefined, {
    polling: 200,
  })
  const reload = await page.evaluate(() => (window as unknown as Watched).times.until)
  await context.close()
  return { scripts, usable, rows, allScripts, form, back, reload }
}

const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!
const print = (line: string) => void process.stdout.write(`${line}\n`)

const ours: Omit<Site, 'url'> = {
  account: '账号',
  secret: '密码',
  button: /^登录$/,
  password: demoPassword,
  toForm: 'tbody tr a[href*="/detail"]',
  form: '.form-section input',
}
const theirs: Omit<Site, 'url'> = {
  account: 'Username',
  secret: 'Password *',
  button: /sign in/i,
  password: demoPassword,
  toForm: 'tbody tr td:nth-child(2)',
  form: 'main form input',
}
const labels = [
  ['scripts until the form is usable, kB', 'scripts'],
  ['form usable, ms', 'usable'],
  ['click to first rows, ms', 'rows'],
  ['scripts until the first rows, kB', 'allScripts'],
  ['a row to its form, ms', 'form'],
  ['back to the list, ms', 'back'],
  ['reload of the list, ms', 'reload'],
] as const

const addresses = process.argv.slice(2)
const product = addresses.length > 0 ? null : await startProduct()
const peer = await startPeer()
const browser = await openBrowser()
const urls = product ? [product.url] : addresses
const sites: Site[] = [
  ...urls.map(url => ({ ...ours, url: `${url}/web/login` })),
  // Opens react-admin's sign-in page directly: redirected from its root, react-admin calls `checkAuth` 5,000 times
  // within ten seconds.
  { ...theirs, url: `${peer.url}#/login` },
]
try {
  const runs = sites.map((): Figures[] => [])
  for (let round = 0; round < rounds; round++)
    for (const [index, site] of sites.entries()) {
      const figures = await visit(browser, site).catch((cause: unknown) => {
        throw new Error(`${site.url}, round ${round + 1}`, { cause })
      })
      runs[index]!.push(figures)
    }
  const columns = urls.flatMap(url => [product ? 'ours' : url, 'ratio'])
  print(`| | react-admin as it comes | ${columns.join(' | ')} |`)
  print(`| --- |${' --: |'.repeat(columns.length + 1)}`)
  for (const [label, key] of labels) {
    const all = runs.map(figures => median(figures.map(it => it[key])))
    const peers = all.pop()!
    const cells = all.flatMap(it => [it.toFixed(0), (it / peers).toFixed(2)])
    print(`| ${label} | ${peers.toFixed(0)} | ${cells.join(' | ')} |`)
  }
} finally {
  await browser.close()
  await peer.stop()
  await product?.stop()
}
