import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeAll } from 'vitest'
import { z } from 'zod'

import {
  ignoreOpenRoutes,
  openBrowser,
  openWindow,
  wide,
  type Watched,
  type WindowOptions,
} from './browser.ts'
import { copyOfDatabase, emptyDatabase, setup as setupDatabase } from './database.ts'
import { createFolder } from './folder.ts'
import { runServer, type ServerProcess, until } from './process.ts'

export const demoPassword = 'yanheng-demo-2026'

type Product = {
  url: string
  restart: () => Promise<void>
  stop: () => Promise<void>
  lastCaptcha: () => string
  receiveSms: () => Promise<string>
  advance: (ms: number) => void
}

const isMobile = (account: string) => /^1\d{10}$/.test(account)

/** Signs in on the open sign-in page; a lawyer is recognized by the mobile number. */
export const signIn = async (page: Page, account: string, password = demoPassword) => {
  // Located by ids, which are the same in every language.
  await page.locator(isMobile(account) ? '#tab-2' : '#tab-1').click()
  await page.locator('#account').fill(account)
  await page.locator('#password').fill(password)
  await page.locator('#sign-in-submit').click()
  await page.waitForURL(/\/app\//)
}

const signInAnswer = z.object({
  data: z.object({
    token: z.string(),
    userInfo: z.object({ id: z.int(), userType: z.int(), name: z.string(), auth: z.array(z.string()) }),
  }),
})

/**
 * The cookie and the storage of a browser in which this account is signed in, as providers/session.ts writes them. The session
 * comes from a call, which saves loading the sign-in page and the page after it.
 */
const sessionState = async (url: string, account: string) => {
  const isLawyer = isMobile(account)
  const credentials = { [isLawyer ? 'mobile' : 'account']: account, password: demoPassword, remember: '0' }
  const answer = await fetch(`${url}/api/auth/${isLawyer ? 'lawyerLogin' : 'firmAccessUserLogin'}`, {
    method: 'POST',
    ...(isLawyer
      ? {
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ ...credentials, remember: 0 }),
        }
      : { body: new URLSearchParams(credentials) }),
  })
  const { token, userInfo } = signInAnswer.parse(await answer.json()).data
  const cookie = {
    name: 'tenant-admin-token',
    value: encodeURIComponent(token),
    domain: new URL(url).hostname,
    path: '/web',
    expires: -1,
    httpOnly: false,
    secure: false,
    sameSite: 'Strict' as const,
  }
  const user = { name: 'tenant-admin:userinfo', value: JSON.stringify(userInfo) }
  return { cookies: [cookie], origins: [{ origin: url, localStorage: [user] }] }
}

type Environment = Record<string, string>

/** Names the folder of another build than the product's own, such as one with an extension. */
const BUILD = 'TEST_PRODUCT'
const buildFolder = () => process.env[BUILD] ?? '.'

const startServer = async (dataDir: string, port = '0', env: Environment = {}): Promise<ServerProcess> => {
  const values = {
    DATA_DIR: dataDir,
    DEMO: 'on',
    DEMO_PASSWORD: demoPassword,
    PORT: port,
    CAPTCHA_PROVIDER: 'file',
    CLOCK_OFFSET_FILE: join(dataDir, 'clock-offset'),
    ...env,
  }
  const server = runServer(values, { entry: join(buildFolder(), 'dist-server/main.js') })
  // The first start writes the demo firm.
  await server.isListening(800_000)
  return server
}

const templateName = () => `TENANT_ADMIN_TEST_PRODUCT ${buildFolder()}`

/** The demo firm after its first start: a database, and the folder with its files. */
type Template = { database: string; folder: string }

/** Prepares the demo firm for a product that was built into this folder. */
export const setupBuiltIn = async (folder: string) => {
  const before = process.env[BUILD]
  process.env[BUILD] = folder
  try {
    return await setup()
  } finally {
    if (before === undefined) delete process.env[BUILD]
    else process.env[BUILD] = before
  }
}

/** Starts the product once on a database and a folder of which each test file gets copies. */
export const setup = async () => {
  if (!existsSync(join(buildFolder(), 'dist/index.html')))
    throw new Error('The client is not built: npm run build')
  const stopDatabase = await setupDatabase()
  const [folder, database] = await Promise.all([createFolder('product'), emptyDatabase()])
  writeFileSync(join(folder.path, 'clock-offset'), '0')
  const server = await startServer(folder.path, '0', { DATABASE_URL: database.url })
  await server.stop()
  const template: Template = { database: database.connection.database, folder: folder.path }
  process.env[templateName()] = JSON.stringify(template)
  return async () => {
    await database.drop()
    await folder.remove()
    await stopDatabase()
  }
}

type Data = { folder: string; env: Environment; remove: () => Promise<void> }

/** A folder for a product, and a database if there is a template; a measurement runs without one, as `npm start` does. */
const prepareData = async (): Promise<Data> => {
  const folder = await createFolder('product')
  const text = process.env[templateName()]
  if (!text) {
    writeFileSync(join(folder.path, 'clock-offset'), '0')
    return { folder: folder.path, env: {}, remove: folder.remove }
  }
  const template: Template = JSON.parse(text)
  const [database] = await Promise.all([
    copyOfDatabase(template.database),
    cp(template.folder, folder.path, { recursive: true }),
  ])
  const remove = async () => {
    await database.drop()
    await folder.remove()
  }
  return { folder: folder.path, env: { DATABASE_URL: database.url }, remove }
}

/** The whole product: built client, demo firm, a server process and a database of its own. */
export const startProduct = async (given: Environment = {}): Promise<Product> => {
  const data = await prepareData()
  const { folder } = data
  const env = { ...data.env, ...given }
  const clock = join(folder, 'clock-offset')
  let server = await startServer(folder, '0', env)
  const port = /"port":(\d+)/.exec(server.output())![1]!
  const outbox = (name: 'sms' | 'captcha') => {
    const path = join(folder, 'outbox', `${name}.jsonl`)
    if (!existsSync(path)) return []
    const lines = readFileSync(path, 'utf8').trim().split('\n')
    return lines.map(line => JSON.parse(line) as Record<string, string>)
  }
  let receivedSms = 0
  return {
    url: `http://127.0.0.1:${port}`,
    restart: async () => {
      await server.stop()
      server = await startServer(folder, port, env)
    },
    stop: async () => {
      await server.stop()
      await data.remove()
    },
    advance: ms => writeFileSync(clock, String(Number(readFileSync(clock, 'utf8')) + ms)),
    lastCaptcha: () => outbox('captcha').at(-1)!['answer']!,
    receiveSms: async () => {
      const messages = await until(async () => outbox('sms').length > receivedSms && outbox('sms'))
      receivedSms = messages.length
      return messages.at(-1)!['code']!
    },
  }
}

/**
 * Pages live too briefly to benefit from eager and optimizing compilation, which takes a tenth of the time of
 * a walk through the pages.
 */
const lazyCompilation = '--js-flags=--max-lazy --no-turbofan'

let running: Promise<Browser> | undefined

/** One browser for all files of a process, since windows share no state. It ends with the process. */
const sharedBrowser = async () => {
  if (running && !(await running).isConnected()) running = undefined
  return (running ??= openBrowser(lazyCompilation))
}

/** The beginning of the page's text, and its end, which contains open dialogs. */
const textOf = async (page: Page) => {
  const text = await page.locator('body').innerText({ timeout: 10_000 }).catch(String)
  const line = text.replaceAll(/\s*\n\s*/g, ' | ')
  return `${page.url()}\n${line.length > 1600 ? `${line.slice(0, 800)} … ${line.slice(-800)}` : line}`
}

/** The product and a browser for one test file, both closed at its end. */
export const useProduct = (env: Environment = {}) => {
  let started: { product: Product; browser: Browser } | undefined
  const read = () => {
    if (!started) throw new Error('The product is there from the first beforeAll on')
    return started
  }
  beforeAll(async () => {
    const [product, browser] = await Promise.all([startProduct(env), sharedBrowser()])
    started = { product, browser }
    return async () => {
      const contexts = browser.contexts()
      await Promise.all(contexts.flatMap(it => it.pages()).map(ignoreOpenRoutes))
      await Promise.all(contexts.map(it => it.close()))
      await product.stop()
    }
  })
  // Prints the text of the open windows after a failed test.
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    const pages = read()
      .browser.contexts()
      .flatMap(it => it.pages())
    throw new Error((await Promise.all(pages.map(textOf))).join('\n\n'))
  })
  const open = (options?: WindowOptions) => openWindow(read().browser, read().product.url, options)
  const signInAs = async (account: string, options?: WindowOptions) => {
    const window = await open(options)
    await window.page.goto('/web/login')
    await signIn(window.page, account)
    return window
  }
  const sessions = new Map<string, ReturnType<typeof sessionState>>()
  const closed: Watched[] = []
  /** Reuses a closed window after clearing its state: its browser has already loaded the product's script. */
  const reopen = async (
    { page, context, complaints }: Watched,
    storageState: Awaited<ReturnType<typeof sessionState>>,
    { viewport = wide, colorScheme = 'light' }: WindowOptions,
  ) => {
    // A page that stores nothing when it is left.
    await page.goto('/health/live')
    await page.evaluate(() => sessionStorage.clear())
    await context.setStorageState(storageState)
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    complaints.length = 0
  }
  const openAs = async (account: string, options: WindowOptions = {}): Promise<Watched> => {
    const session = sessions.get(account) ?? sessionState(read().product.url, account)
    sessions.set(account, session)
    const storageState = await session
    // Touch support can be set only when the browser context is created.
    if (options.hasTouch) return open({ ...options, storageState })
    const before = closed.pop()
    if (before) await reopen(before, storageState, options)
    const window = before ?? (await open({ ...options, storageState }))
    const close = async () => {
      await ignoreOpenRoutes(window.page)
      closed.push(window)
    }
    return { ...window, close }
  }
  return {
    get url() {
      return read().product.url
    },
    openWindow: open,
    /** A window in which this account signs in by the form; a lawyer's account is the mobile number. */
    signInAs,
    /** A window without a page yet, already signed in; all such windows of an account share one session. */
    openAs,
    signIn,
    /** Ends the process and starts it again on the same data. */
    restart: () => read().product.restart(),
    /** The solution of the last picture captcha. */
    lastCaptcha: () => read().product.lastCaptcha(),
    /** Waits for a new code by SMS. */
    receiveSms: () => read().product.receiveSms(),
    /** Moves the server's clock forward. */
    advance: (ms: number) => read().product.advance(ms),
  }
}
