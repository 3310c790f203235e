import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { openBrowser, openWindow } from '../support/browser.ts'
import { folderOfTest } from '../support/folder.ts'
import { runServer } from '../support/process.ts'
import { demoPassword, signIn } from '../support/product.ts'

test('visitors read before and after they sign in that the demo is emptied each hour', async () => {
  const clock = join(await folderOfTest('clock'), 'offset')
  // The server's clock begins at a full hour, so that none passes during the test.
  await writeFile(clock, String(-(Date.now() % 3_600_000)))
  const env = { DEMO: 'on', DEMO_RESET: 'on', DEMO_PASSWORD: demoPassword, CLOCK_OFFSET_FILE: clock }
  const server = runServer(env)
  onTestFinished(async () => void (await server.stop()))
  const [browser] = await Promise.all([openBrowser(), server.isListening()])
  onTestFinished(() => browser.close())
  const port = /"port":(\d+),"msg":"listening"/.exec(server.output())![1]!
  const { page, complaints } = await openWindow(browser, `http://127.0.0.1:${port}`)
  const notice = page.getByText('这是演示：每到整点清空重来')
  await page.goto('/web/login')
  await notice.waitFor()
  await signIn(page, 'admin')
  const dismiss = page.getByRole('button', { name: '知道了' })
  await dismiss.click()
  await dismiss.waitFor({ state: 'detached' })
  await page.reload()
  await page.locator('tbody tr').first().waitFor()
  await page.waitForLoadState('networkidle')
  expect([await notice.count(), complaints]).toEqual([0, []])
})
