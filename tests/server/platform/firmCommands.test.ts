import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { logs } from '../../../server/db/tables.ts'
import { password, startApp, type TestApp } from '../../support/app.ts'
import { folderOfFile } from '../../support/folder.ts'
import { runServer } from '../../support/process.ts'

// Command-line administration of an installation with several firms, as used in production.

const folder = folderOfFile('firmCommands')
let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const run = async (...args: string[]) => {
  const env = {
    DATA_DIR: folder(),
    DATABASE_URL: app.database.url,
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
  }
  const command = runServer(env, { entry: 'dist-server/cli.js', args })
  const { code } = await command.ended
  return { code, output: command.output(), errors: command.errors() }
}

const actionsOf = async (firmId: number) => {
  const rows = await app.database.read(firmId, db =>
    db.select({ action: logs.action, by: logs.operatorName }).from(logs).orderBy(asc(logs.seq)),
  )
  return rows.map(({ action, by }) => `${action} ${by}`)
}

const fourthFirm = { Host: 'qingfeng.example' }
const passwordIn = (output: string) => /shown once\): (\S+)/.exec(output)![1]!

test('adds a firm that is reached at its host name, and suspends and resumes it', async () => {
  const created = await run(
    'create-firm',
    '清风律师事务所',
    'boss',
    '顾主任',
    '13900001111',
    'QingFeng.example',
  )
  expect(created).toMatchObject({ code: 0, output: expect.stringContaining('律所编号 (firm): 3') as string })
  const credentials = { account: 'boss', password: passwordIn(created.output) }
  const { userInfo, token } = await app.call('session.firmAccessUserLogin', credentials, fourthFirm)
  expect(userInfo).toMatchObject({ firmId: 3, officeLevel: 1, mustChangePwd: 1 })

  const usedHost = await run(
    'create-firm',
    '明月律师事务所',
    'boss',
    '顾主任',
    '13900001111',
    'qingfeng.example',
  )
  expect(usedHost).toMatchObject({ code: 2, errors: expect.stringContaining('已属于律所 3') as string })

  expect((await run('suspend-firm', '3')).code).toBe(0)
  expect((await run('suspend-firm', '3')).code).toBe(2)
  const refused = await app.send('GET', '/auth/self', { token, headers: fourthFirm })
  expect(refused.body).toMatchObject({ code: '4031', message: expect.stringContaining('已暂停') as string })
  const listed = await run('list-firms')
  expect(listed.output.split('\n').filter(Boolean)).toEqual([
    expect.stringMatching(/^1\t梁山律师事务所\t正常 \(active\)\t9人/) as string,
    expect.stringMatching(/^2\t桃源律师事务所\t正常 \(active\)\t2人/) as string,
    expect.stringMatching(
      /^3\t清风律师事务所\t已暂停 \(suspended\) \S+\t1人 \(people\)\tqingfeng\.example$/,
    ) as string,
  ])
  expect((await run('resume-firm', '3')).code).toBe(0)
  expect((await app.send('GET', '/auth/self', { token, headers: fourthFirm })).body.code).toBe('200')
  expect(await actionsOf(3)).toEqual(['create 未登录', 'login 顾主任', 'disable 系统', 'enable 系统'])
})

test('maps a host name to one firm and removes it again', async () => {
  const name = { Host: 'xn--eqr661e.xn--fiqs8s' }
  expect((await run('add-host', '2', '名片.中国')).code).toBe(0)
  expect((await app.call('conf.app', {}, name)).firm.firmId).toBe(2)
  expect(await run('add-host', '1', '名片.中国')).toMatchObject({ code: 2 })
  expect(await run('add-host', '9', 'nine.example')).toMatchObject({ code: 2 })
  expect((await run('remove-host', '名片.中国')).code).toBe(0)
  expect((await app.call('conf.app', {}, name)).firm.firmId).toBe(1)
})

test('resets the password of a locked-out administrator and ends all sessions of the account', async () => {
  const before = await app.asNew('other-admin')
  const reset = await run('reset-admin', '2', 'admin')
  expect((await before.send('GET', '/auth/self')).body.code).toBe('4003')
  const hostHeader = { Host: 'two.example' }
  expect((await run('add-host', '2', 'two.example')).code).toBe(0)
  const signIn = (given: string) =>
    app.call('session.firmAccessUserLogin', { account: 'admin', password: given }, hostHeader)
  await expect(signIn(password)).rejects.toMatchObject({ code: '4001' })
  expect((await signIn(passwordIn(reset.output))).userInfo).toMatchObject({ firmId: 2, mustChangePwd: 1 })
  expect(await run('reset-admin', '2', 'nobody')).toMatchObject({ code: 2 })
  expect(await actionsOf(2)).toContain('resetPassword 系统')
})

test('ends the sessions of one account or of a whole firm', async () => {
  const people = await Promise.all([app.asNew('admin'), app.asNew('branch'), app.asNew('13800000001')])
  const alive = () =>
    Promise.all(people.map(async it => (await it.send('GET', '/auth/self')).body.code === '200'))
  expect((await run('end-sessions', '1', '13800000001')).output).toContain('(sessions ended): 1')
  expect(await alive()).toEqual([true, true, false])
  expect((await run('end-sessions', '1', 'nobody')).code).toBe(2)
  expect((await run('end-sessions', '1')).code).toBe(0)
  expect(await alive()).toEqual([false, false, false])
})

test('prints the status of the installation and its last backup', async () => {
  const before = await run('status')
  expect(before.output).toContain('(last backup): 未知')
  expect(before.output).toContain('请处理 (to do): 从未备份')
  expect((await run('backup', `${folder()}/all.tar`)).code).toBe(0)
  const { code, output } = await run('status')
  expect(code).toBe(0)
  expect(output).toMatch(/pending migrations\) 0/)
  expect(output).toMatch(/律所 \(firms\): [23], 已暂停 \(suspended\) 0/)
  expect(output).not.toContain('从未备份')
  expect(output).toMatch(/登录 \(sessions\): \d+/)
  expect(output).toMatch(/任务 \(jobs\): 等待 \(waiting\) \d+, 失败 \(failed\) 0/)
  expect(output).toContain('all.tar')
  const unreachable = runServer(
    { DATA_DIR: folder(), DATABASE_URL: 'postgresql://nobody:x@127.0.0.1:1/none', LOG_LEVEL: 'silent' },
    { entry: 'dist-server/cli.js', args: ['status', 'further'] },
  )
  expect(await unreachable.ended).toMatchObject({ code: 2 })
})
