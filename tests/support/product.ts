import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright-core'

import { createFolder } from './folder.ts'
import { runServer, type ServerProcess } from './process.ts'

export const demoPassword = 'yanheng-demo-2026'

export type Product = {
  url: string
  /** Ends the process and starts it again on the same data. */
  restart: () => Promise<void>
  stop: () => Promise<void>
  /** The last code by SMS, or the last answer of a picture captcha, as a phone or an eye would have it. */
  lastSent: (name: 'sms' | 'captcha') => Record<string, string>
  /** Moves the server's clock on. */
  advance: (ms: number) => void
  /** Signs in on the sign-in page that is open; a lawyer by his mobile. */
  signIn: (page: Page, account: string, password?: string) => Promise<void>
}

const isMobile = (account: string) => /^1\d{10}$/.test(account)

/** Signs in on the sign-in page that is open; a lawyer by his mobile. */
export const signIn = async (page: Page, account: string, password = demoPassword) => {
  // By their names in the document, which are the same in every language.
  await page.locator(isMobile(account) ? '#tab-2' : '#tab-1').click()
  await page.locator('#account').fill(account)
  await page.locator('#password').fill(password)
  await page.locator('#sign-in-submit').click()
  await page.waitForURL(/\/web\/app\//)
}

/** The whole product as `npm start` runs it: built client, demo firm, embedded database of its own. */
export const startProduct = async (): Promise<Product> => {
  const folder = await createFolder('product')
  const clock = join(folder.path, 'clock-offset')
  writeFileSync(clock, '0')
  const start = async (port: string): Promise<ServerProcess> => {
    const server = runServer({
      DATA_DIR: folder.path,
      DEMO: 'on',
      DEMO_PASSWORD: demoPassword,
      PORT: port,
      CAPTCHA_PROVIDER: 'file',
      CLOCK_OFFSET_FILE: clock,
    })
    // It writes its demo firm first.
    await server.isListening(800_000)
    return server
  }
  let server = await start('0')
  const port = /"port":(\d+)/.exec(server.output())![1]!
  return {
    url: `http://127.0.0.1:${port}`,
    restart: async () => {
      await server.stop()
      server = await start(port)
    },
    stop: async () => {
      await server.stop()
      await folder.remove()
    },
    advance: ms => writeFileSync(clock, String(Number(readFileSync(clock, 'utf8')) + ms)),
    lastSent: name => {
      const lines = readFileSync(join(folder.path, 'outbox', `${name}.jsonl`), 'utf8')
        .trim()
        .split('\n')
      return JSON.parse(lines.at(-1)!) as Record<string, string>
    },
    signIn,
  }
}
