import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { serve, type ServerType } from '@hono/node-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { firmDay } from '../../../resources/kit/firmTime.ts'
import { UsageError } from '../../../server/commands/command.ts'
import { configCommand } from '../../../server/commands/configuration.ts'
import { password, startApp, type TestApp } from '../../support/app.ts'
import { folderOfFile } from '../../support/folder.ts'

const folder = folderOfFile('configFiles')
let app: TestApp
let server: ServerType
let address: string
let token: string
beforeAll(async () => {
  app = await startApp()
  const { fetch } = app.app
  const port = await new Promise<number>(resolve => {
    server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, it => resolve(it.port))
  })
  address = `http://127.0.0.1:${port}/api`
  token = await createToken(['conf.view', 'conf.edit'])
})
afterAll(async () => {
  server.close()
  await app.close()
})

const createToken = async (capabilities: string[]) => {
  const input = {
    name: '配置仓库',
    lastDay: firmDay(app.clock.now().getTime() + 30 * 24 * 3_600_000),
    capabilities,
    confirmPassword: password,
  }
  return (await (await app.as('admin')).call('apiTokens.add', input)).token
}

/** Runs the command, and answers what it prints or why it refuses. */
const config = async (action: string, given = token, at = address) => {
  let output = ''
  const written = vi.spyOn(process.stdout, 'write').mockImplementation(text => {
    output += String(text)
    return true
  })
  vi.stubEnv('API_TOKEN', given)
  try {
    await configCommand.runOffline(noDatabase, action, at, folder())
    return { output, error: '' }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return { output, error: error.message }
  } finally {
    written.mockRestore()
  }
}
const noDatabase = () => Promise.reject(new Error('the command opens no database'))
const change = async (part: string, values: object) => {
  const file = join(folder(), `${part}.json`)
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), ...values }))
}
const reminders = async () => (await app.as('admin')).call('reminderSet.get')

test('the configuration becomes files, which are compared and written back with the log of the page', async () => {
  expect(await config('pull')).toMatchObject({ error: '' })
  const files = await readdir(folder())
  expect(files).toEqual(expect.arrayContaining(['reminderSet.json', 'cardReview.json', 'appConf.json']))
  expect((await config('diff')).output).toContain('没有差异')
  await change('reminderSet', { digest: 1, digestHour: 7 })
  const { output } = await config('diff')
  expect(output).toContain('提醒与确认')
  expect(output).toContain('→ 7')
  expect(await reminders()).not.toMatchObject({ digestHour: 7 })
  expect(await config('push')).toMatchObject({ error: '', output: expect.stringContaining('1 项配置已修改') })
  expect(await reminders()).toMatchObject({ digest: 1, digestHour: 7 })
  expect((await config('diff')).output).toContain('没有差异')
  const { records } = await (await app.as('admin')).call('logs.getAdminLogPageList', {})
  expect(records.map(it => it.summary)).toContain('导入配置：提醒与确认')
})

test('a token without the right to change, a wrong value, an unknown token and a wrong address change nothing', async () => {
  await config('pull')
  await change('reminderSet', { digestHour: 99 })
  expect(await config('push')).toMatchObject({ error: expect.stringContaining('提醒与确认') })
  await change('reminderSet', { digestHour: 6 })
  const reader = await createToken(['conf.view'])
  expect((await config('diff', reader)).output).toContain('此令牌不能修改')
  expect(await config('push', reader)).toMatchObject({ error: expect.stringContaining('4030') })
  expect(await config('push', `tat_1_${'A'.repeat(43)}`)).toMatchObject({
    error: expect.stringContaining('4003'),
  })
  expect(await config('push', '')).toMatchObject({ error: expect.stringContaining('API_TOKEN') })
  expect(await config('push', token, 'nowhere')).toMatchObject({
    error: expect.stringContaining('接口地址'),
  })
  expect(await reminders()).not.toMatchObject({ digestHour: 6 })
})
