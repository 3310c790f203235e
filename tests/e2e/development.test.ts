import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { openBrowser, openWindow } from '../support/browser.ts'
import { cloneOfTest } from '../support/clone.ts'
import { folderOfTest } from '../support/folder.ts'
import { until } from '../support/process.ts'
import { startScript } from '../support/script.ts'

/** A port whose successor is free too: the development server takes both. */
const freePorts = async () => {
  const listen = (port: number) =>
    new Promise<number | undefined>(resolve => {
      const server = createServer()
      server.on('error', () => resolve(undefined))
      server.listen(port, '127.0.0.1', () => {
        const address = server.address() as AddressInfo
        server.close(() => resolve(address.port))
      })
    })
  return until(async () => {
    const port = await listen(0)
    return port !== undefined && port < 65_535 && (await listen(port + 1)) !== undefined && port
  })
}

/** `npm run dev` in a fresh clone, with everything that it prints. */
const startDevelopment = async (clone: string) => {
  const port = await freePorts()
  const dataDir = await folderOfTest('development')
  const env = { PORT: String(port), DATA_DIR: dataDir, DEMO: 'off', NODE_ENV: 'development' }
  const started = startScript('dev', { cwd: clone, env })
  const { child, ended } = started
  const output = () => started.output() + started.errors()
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  await until(async () => {
    if (child.exitCode !== null) throw new Error(output())
    return output().includes('ready in') && /"msg":"listening"/.test(output())
  }).catch((cause: unknown) => {
    throw new Error(output(), { cause })
  })
  return { url, child, output }
}

test('npm run dev in a fresh clone stays up, answers pages and calls, and shows a change of a file', async () => {
  const clone = await cloneOfTest()
  const { url, child, output } = await startDevelopment(clone)
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const { page } = await openWindow(browser, url)
  const answered = page.waitForResponse(it => it.url().includes('/api/'))
  await page.goto('/web/login')
  await page.getByRole('tab', { name: '律师登录' }).waitFor()
  expect((await answered).ok()).toBe(true)

  const file = join(clone, 'src/entrance/signIn/PopulationTabs.tsx')
  const source = await readFile(file, 'utf8')
  await writeFile(file, source.replaceAll('律师登录', '律师入口'))
  await page.getByRole('tab', { name: '律师入口' }).waitFor()

  expect(output()).not.toMatch(/error/i)
  expect(child.exitCode).toBeNull()
})
