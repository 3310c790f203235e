import { afterAll, beforeEach } from 'vitest'

import { verifyAuditCommand } from '../../server/commands/verifyAudit.ts'
import { readConfig } from '../../server/process/config.ts'
import { createLog } from '../../server/process/log.ts'
import { startApp, type TestApp } from './app.ts'

/**
 * Starts a new application for each test, with five unsigned rows in its log; `verify` runs the command
 * `verify-audit`.
 */
export const useAuditedApp = () => {
  let app: TestApp | undefined
  const current = () => {
    if (!app) throw new Error('The application is there from the first beforeEach on')
    return app
  }
  beforeEach(async () => {
    await app?.close()
    app = await startApp()
    const admin = await app.as('admin')
    for (const typeName of ['诉讼', '仲裁', '非诉'])
      await admin.call('categories.add', { kind: 3, typeName, sort: 0, enabled: 1 })
    await admin.call('announcements.announce', { title: '停电通知', content: '周六停电。' })
    await exportLog(app)
  })
  afterAll(() => current().close())

  const verify = async () => {
    const printed: string[] = []
    const { connection } = current().database
    const tools = {
      config: readConfig({}),
      log: createLog('silent'),
      connection,
      owner: connection,
      superuser: undefined,
      print: (line: string) => void printed.push(line),
    }
    const failure = await verifyAuditCommand.run(tools).then(
      () => null,
      (error: unknown) => String(error),
    )
    const limits = printed.filter(it => it.startsWith('无法得知'))
    return { printed: printed.filter(it => !limits.includes(it)), limits: limits.join('\n'), failure }
  }
  return { app: current, verify }
}

/** Reads the whole export, which logs itself and anchors the end of the log. */
export const exportLog = async (app: TestApp) => {
  const { token } = await app.as('admin')
  const body = JSON.stringify({ reason: '年度检查' })
  const headers = { Token: token, 'Content-Type': 'application/json' }
  await (await app.fetch('/export/logs', { method: 'POST', headers, body })).arrayBuffer()
}
