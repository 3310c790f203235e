import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from 'playwright-core'

import { runServer, type ServerProcess } from './process.ts'

export const demoPassword = 'yanheng-demo-2026'

export type Product = {
  url: string
  /** Ends the process and starts it again on the same data. */
  restart: () => Promise<void>
  stop: () => Promise<void>
  /** Signs in on the sign-in page that is open; a lawyer by his mobile. */
  signIn: (page: Page, account: string, password?: string) => Promise<void>
}

const isMobile = (account: string) => /^1\d{10}$/.test(account)

const signIn = async (page: Page, account: string, password = demoPassword) => {
  const tab = isMobile(account) ? '律师登录' : '管理员登录'
  await page.getByRole('tab', { name: tab }).click()
  await page.getByLabel(isMobile(account) ? '手机号' : '账号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(/\/web\/app\//)
}

/** The whole product as `npm start` runs it: built client, demo firm, embedded database of its own. */
export const startProduct = async (): Promise<Product> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ta-product-'))
  const start = async (port: string): Promise<ServerProcess> => {
    const server = runServer({ DATA_DIR: dataDir, DEMO: 'on', DEMO_PASSWORD: demoPassword, PORT: port })
    await server.isListening()
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
      await rm(dataDir, { recursive: true, force: true })
    },
    signIn,
  }
}
