import { expect, onTestFinished, test } from 'vitest'

import { emptyDatabase } from '../support/database.ts'
import { folderOfTest } from '../support/folder.ts'
import { until } from '../support/process.ts'
import { runScript, startScript } from '../support/script.ts'

test('npm start serves the built product', async () => {
  const [database, dataDir] = [await emptyDatabase(), await folderOfTest('start')]
  onTestFinished(database.drop)
  const env = { PORT: '0', DEMO: 'off', DRAIN_SECONDS: '0', NODE_ENV: 'production' }
  const data = { DATA_DIR: dataDir, DATABASE_URL: database.url }
  const { child, ended, output, errors } = startScript('start', { env: { ...env, ...data } })
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const port = await until(async () => {
    if (child.exitCode !== null) throw new Error(errors())
    return /"port":(\d+),"msg":"listening"/.exec(output())?.[1]
  })
  const page = await fetch(`http://127.0.0.1:${port}/web/`)
  expect(await page.text()).toContain('<div id="root"')
})

test('npm run cli without a command lists the commands', async () => {
  const { code, errors } = await runScript('cli')
  expect(code).toBe(2)
  expect(errors).toContain('export-firm')
})
