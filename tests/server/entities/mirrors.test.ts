import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { admins, firmConfigs, hosts, lawyers, messageMirrors } from '../../../server/db/tables.ts'
import { createMirrors } from '../../../server/services/integrations/mirrors.ts'
import { expireMirrors } from '../../../server/services/jobs/housekeeping.ts'
import { sendMirror } from '../../../server/services/messages/mirrors.ts'
import { systemSettingsFrom } from '../../../server/services/settings/systemConfig.ts'
import { enqueue } from '../../../server/services/jobs/queue.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { decodedHeader, decodedText, startMailServer } from '../../support/mailServer.ts'
import { setStage, type Stage } from '../../support/stage.ts'

const address = 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693a91f6-7xxx-4bc4-97a0-0ec2sifa5aaa'
const from = '律所名片 <cards@firm.example>'
const silent = { info: () => {}, warn: () => {}, error: () => {} }
let app: TestApp
let stage: Stage
let mirrors: ReturnType<typeof createMirrors>
let mailServer: Awaited<ReturnType<typeof startMailServer>>
/** Records what a 企业微信 robot would have got. */
let robot: Server
let posts: { path: string; body: unknown }[] = []
let robotAnswer: object = { errcode: 0, errmsg: 'ok' }
/** While set, the robot answers only after it. */
let holding: Promise<void> | null = null

beforeAll(async () => {
  mailServer = await startMailServer()
  robot = createServer((request, response) => {
    let text = ''
    request.on('data', piece => (text += piece))
    request.on('end', () => {
      posts.push({ path: request.url ?? '', body: JSON.parse(text) })
      const answer = () =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(robotAnswer))
      void (holding ?? Promise.resolve()).then(answer)
    })
  })
  await new Promise<void>(resolve => void robot.listen(0, '127.0.0.1', resolve))
  const { port }: AddressInfo = Object(robot.address())
  mirrors = createMirrors({
    mail: { url: mailServer.url, from },
    robotEndpoint: `http://127.0.0.1:${port}`,
    publicUrl: 'https://cards.firm.example/',
    basePath: '/web',
  })
  app = await startApp({ services: { mirrors } })
  stage = await setStage(app, { office: '东所', admin: 'branch' })
  await app.database.write(1, async db => {
    await db.update(lawyers).set({ email: sql`mobile || '@firm.example'` })
  })
})
afterAll(async () => {
  await app.close()
  await mailServer.close()
  await new Promise<void>(resolve => void robot.close(() => resolve()))
})
beforeEach(async () => {
  mailServer.mails.splice(0)
  mailServer.refuse(false)
  posts = []
  robotAnswer = { errcode: 0, errmsg: 'ok' }
  await app.database.write(1, async db => {
    await db.delete(messageMirrors)
    await db.delete(firmConfigs).where(eq(firmConfigs.key, 'reminderSet'))
    await db.update(admins).set({ prefs: {}, email: sql`account || '@firm.example'` })
  })
})

const chooseMail = async (account: string, types: (1 | 2 | 3 | 4 | 5 | 6 | 7)[]) =>
  (await app.as(account)).call('messages.chooseMail', { types })
const setRobot = async (robotAddress: string) => {
  const system = await app.as('system')
  const { version } = await system.call('system.config')
  return system.call('system.updateConfig', { robot: { address: robotAddress }, version })
}
const rows = () => app.database.read(1, db => db.select().from(messageMirrors))
const receiversOfMails = () => mailServer.mails.flatMap(({ to }) => to).toSorted()
/** A card is submitted for review, of which the reviewers get a message of type 3. */
const submit = async () => {
  const { id } = await stage.submittedCard()
  await app.runJobs()
  return id
}
/** Makes the attempts that wait, as after their pauses. */
const sendDue = () => app.runJobs('all')

test('a mail has the title and the link of the message, and goes to those who want its type', async () => {
  await stage.setting('reminderSet', { mailTypes: [3, 6] })
  await chooseMail('branch', [3])
  await chooseMail('branch2', [6])
  const id = await submit()
  expect(receiversOfMails()).toEqual(['branch@firm.example'])
  const [mail] = mailServer.mails
  expect(mail!.from).toBe('cards@firm.example')
  expect(decodedHeader(mail!.data, 'Subject')).toMatch(/^\[.+\] 名片待审核$/)
  expect(decodedText(mail!.data).trim()).toBe(
    `名片待审核\nhttps://cards.firm.example/web/app/card/detail/${id}`.replaceAll('\n', '\r\n'),
  )
  expect(decodedText(mail!.data)).not.toContain('样本律师')
  expect(await rows()).toMatchObject([{ channel: 'mail', attempts: 1, failedAt: null }])
  expect((await rows())[0]!.sentAt).not.toBeNull()
})

test('switched off, nothing leaves: by the firm, by the person, or without an address', async () => {
  await submit()
  await stage.setting('reminderSet', { mailTypes: [6] })
  await chooseMail('branch', [3])
  await submit()
  await stage.setting('reminderSet', { mailTypes: [3] })
  await chooseMail('branch', [])
  await app.database.write(1, db =>
    db
      .update(admins)
      .set({ email: null, prefs: { mailTypes: [3] } })
      .where(eq(admins.account, 'branch2')),
  )
  await submit()
  expect(await rows()).toEqual([])
  expect([mailServer.mails, posts]).toEqual([[], []])
})

test('what is switched off after the message was stored is not sent any more', async () => {
  await stage.setting('reminderSet', { mailTypes: [3], robotTypes: [3] })
  await setRobot(address)
  await chooseMail('branch', [3])
  await chooseMail('branch2', [3])
  await stage.submittedCard()
  expect(await rows()).toHaveLength(3)
  await chooseMail('branch', [])
  await stage.setting('reminderSet', { mailTypes: [3], robotTypes: [] })
  await app.runJobs()
  expect(receiversOfMails()).toEqual(['branch2@firm.example'])
  expect(posts).toEqual([])
})

test('the group robot posts one text for a message to administrators, and none for lawyers alone', async () => {
  await stage.setting('reminderSet', { robotTypes: [3] })
  await setRobot(address)
  const id = await submit()
  expect(posts).toEqual([
    {
      path: `/cgi-bin/webhook/send?key=${new URL(address).searchParams.get('key')}`,
      body: {
        msgtype: 'text',
        text: {
          content: expect.stringMatching(
            new RegExp(`^\\[.+\\] 名片待审核\\nhttps://cards\\.firm\\.example/web/app/card/detail/${id}$`),
          ) as string,
        },
      },
    },
  ])
  const { version } = await stage.admin.call('cards.cardInfo', { id })
  await stage.admin.call('cards.adminAuditCard', { id, version, auditStatus: 2 })
  await app.runJobs()
  expect(posts).toHaveLength(1)
})

test('the link has the host name of the firm where it has one of its own', async () => {
  await stage.setting('reminderSet', { robotTypes: [3] })
  await setRobot(address)
  await app.database.write(null, db => db.insert(hosts).values({ name: 'liang.example', firmId: 1 }))
  await submit()
  await app.database.write(null, db => db.delete(hosts).where(eq(hosts.name, 'liang.example')))
  expect(JSON.stringify(posts)).toContain('https://liang.example/web/app/card/detail/')
})

test('a mail that is refused is tried again with growing pauses, and given up after the last one', async () => {
  await stage.setting('reminderSet', { mailTypes: [3] })
  await chooseMail('branch', [3])
  mailServer.refuse(true)
  await submit()
  expect(await rows()).toMatchObject([{ attempts: 1, sentAt: null, failedAt: null }])
  // The next attempt is not due yet.
  await app.runJobs()
  expect(await rows()).toMatchObject([{ attempts: 1 }])
  for (let count = 2; count <= 10; count += 1) await sendDue()
  expect(await rows()).toMatchObject([{ attempts: 10, sentAt: null, failedAt: expect.any(Date) as Date }])
  mailServer.refuse(false)
  await sendDue()
  expect(mailServer.mails).toEqual([])
})

test('a refusal of the robot is tried again until it accepts', async () => {
  await stage.setting('reminderSet', { robotTypes: [3] })
  await setRobot(address)
  robotAnswer = { errcode: 45_009, errmsg: 'api freq out of limit' }
  await submit()
  expect(await rows()).toMatchObject([{ channel: 'robot', attempts: 1, sentAt: null }])
  robotAnswer = { errcode: 0, errmsg: 'ok' }
  await sendDue()
  expect(posts).toHaveLength(2)
  expect((await rows())[0]!.sentAt).not.toBeNull()
})

test('a mirror without a job, as after a restore, gets one', async () => {
  await stage.setting('reminderSet', { mailTypes: [3] })
  await chooseMail('branch', [3])
  await stage.submittedCard()
  await app.database.write(null, db => db.execute(sql`delete from graphile_worker._private_jobs`))
  for (let count = 0; count < 2; count += 1)
    await app.database.write(null, db => enqueue(db, 'restoreJobs', {}))
  await app.runJobs()
  expect(receiversOfMails()).toEqual(['branch@firm.example'])
})

test('what a slow service has not accepted yet is not sent a second time by another process', async () => {
  await stage.setting('reminderSet', { robotTypes: [3] })
  await setRobot(address)
  for (let count = 0; count < 3; count++) await stage.submittedCard()
  const answered = Promise.withResolvers<void>()
  holding = answered.promise
  const first = app.runJobs()
  await vi.waitFor(() => expect(posts).toHaveLength(1))
  const second = app.runJobs()
  answered.resolve()
  await Promise.all([first, second])
  // A queue that one process completes while another looks at it is seen by neither until they look again.
  await app.runJobs()
  expect(new Set(posts.map(({ body }) => JSON.stringify(body))).size).toBe(3)
  expect(posts).toHaveLength(3)
  expect((await rows()).every(({ sentAt, attempts }) => sentAt !== null && attempts === 1)).toBe(true)
})

test('a message that is not stored has no mirror', async () => {
  await stage.setting('reminderSet', { mailTypes: [3] })
  await chooseMail('branch', [3])
  const draft = await stage.card()
  const { send } = await app.as(draft.key)
  const body = { id: draft.id, version: draft.version + 1 }
  expect((await send('PUT', '/lawyer/card/submitAudit', { body })).body.code).toBe('4090')
  await app.runJobs()
  expect([await rows(), mailServer.mails]).toEqual([[], []])
})

test('only an address of 企业微信 is accepted, never answered, and stays when it is not typed again', async () => {
  for (const wrong of [
    'http://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693a91f6-7xxx-4bc4-97a0-0ec2sifa5aaa',
    'https://169.254.169.254/cgi-bin/webhook/send?key=693a91f6-7xxx-4bc4-97a0-0ec2sifa5aaa',
    'https://qyapi.weixin.qq.com@evil.example/cgi-bin/webhook/send?key=693a91f6-7xxx-4bc4-97a0-0ec2sifa5aaa',
    'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=../../x',
  ])
    await expect(setRobot(wrong)).rejects.toMatchObject({ code: '4220' })
  expect(await setRobot(address)).toMatchObject({ robot: { addressSet: 1 } })
  const system = await app.as('system')
  const config = await system.call('system.config')
  expect(JSON.stringify(config)).not.toContain('693a91f6')
  await system.call('system.updateConfig', { map: { key: 'K' }, version: config.version })
  const [row] = await app.database.read(1, db =>
    db
      .select()
      .from(firmConfigs)
      .where(and(eq(firmConfigs.firmId, 1), eq(firmConfigs.key, 'system'))),
  )
  expect(systemSettingsFrom(row!.value)).toMatchObject({ robot: { address } })
})

test('a person sees the types that the firm allows, and chooses among all', async () => {
  const branch = await app.as('branch')
  expect(await branch.call('messages.mailChoice', {})).toEqual({ types: [], offered: [], hasAddress: 1 })
  await stage.setting('reminderSet', { mailTypes: [3, 6] })
  expect(await branch.call('messages.chooseMail', { types: [3, 3] })).toEqual({
    types: [3],
    offered: [3, 6],
    hasAddress: 1,
  })
})

test('rows are removed a week after their message', async () => {
  await stage.setting('reminderSet', { mailTypes: [3] })
  await chooseMail('branch', [3])
  await submit()
  const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 24 * 3_600_000)
  expect(await expireMirrors(app.database, inDays(6.9))).toBe(0)
  expect(await expireMirrors(app.database, inDays(7.1))).toBe(1)
})

describe('an attempt that ends only after a later one', () => {
  const sendSlowly = async (mail: () => Promise<void>) => {
    const options = {
      ...app,
      services: {
        mirrors: { ...mirrors, mail },
        wecomApp: { member: () => Promise.resolve(null), send: () => Promise.resolve() },
      },
      offerDecision: () => Promise.resolve(null),
      now: app.clock.now,
      log: silent,
    }
    await sendMirror(options, { firmId: 1, id: (await rows())[0]!.id }, { isLast: false })
  }
  const submitForMail = async () => {
    await stage.setting('reminderSet', { mailTypes: [3] })
    await chooseMail('branch', [3])
    await stage.submittedCard()
  }

  test('does not postpone a mail that was sent meanwhile', async () => {
    await submitForMail()
    let sent: unknown
    await sendSlowly(async () => {
      await sendDue()
      sent = await rows()
      throw new Error('timed out')
    })
    expect(sent).toMatchObject([{ attempts: 1, sentAt: expect.any(Date) as Date }])
    expect(await rows()).toEqual(sent)
  })
})
