import { Resolver } from 'node:dns/promises'
import { Socket } from 'node:net'

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { messageMirrors, webhookDeliveries } from '../../../server/db/tables.ts'
import { readConfig } from '../../../server/process/config.ts'
import { createLog } from '../../../server/process/log.ts'
import { variables } from '../../../server/process/variables.ts'
import { createServices } from '../../../server/services/createServices.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { folderOfFile } from '../../support/folder.ts'
import { setStage, type Stage } from '../../support/stage.ts'
import { offerOpenId } from '../../support/signOn.ts'

// A demo that is reset each hour (DEMO_RESET) sends nothing, whatever its visitors configure.

const demo = { DEMO: 'on', DEMO_RESET: 'on', DEMO_PASSWORD: 'yanheng-demo-2026' }
const sentence = '演示中不向外发送'
const folder = folderOfFile('silent-demo')
const log = createLog('silent')

const servicesOf = (env: Record<string, string>) =>
  createServices(readConfig({ DATA_DIR: folder(), ...env }), log)

let app: TestApp
let stage: Stage
beforeAll(async () => {
  const { storage: _storage, captcha: _captcha, visits: _visits, ...services } = servicesOf(demo)
  app = await startApp({ services })
  stage = await setStage(app, { office: '东所', admin: 'branch' })
})
afterAll(() => app.close())

/** Connections by TCP and look-ups of names that were begun; none of them is made. */
const begun: string[] = []
beforeEach(() => {
  begun.splice(0)
  const { host, port } = app.database.connection
  const connect: unknown = Reflect.get(Socket.prototype, 'connect')
  if (typeof connect !== 'function') throw new Error('a socket connects in another way')
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
    const [first, second] = args.flat(2)
    const target: Record<string, unknown> =
      typeof first === 'string'
        ? { path: first }
        : typeof first === 'number'
          ? { port: first, host: second }
          : Object(first)
    const { path, host: to = 'localhost', port: at } = target
    const isDatabase = typeof path === 'string' || (to === host && Number(at) === Number(port))
    if (isDatabase) return Reflect.apply(connect, this, args) as Socket
    begun.push(`${String(to)}:${String(at)}`)
    this.on('error', () => {})
    return this.destroy(new Error('no connection in this test'))
  })
  for (const name of ['resolve4', 'resolve6'] as const)
    vi.spyOn(Resolver.prototype, name).mockImplementation((host: string) => {
      begun.push(host)
      return Promise.reject(new Error('no look-up in this test'))
    })
})
afterEach(() => void vi.restoreAllMocks())

const wechat = { appId: 'wx1234567890abcdef', secret: 'a-secret', page: 'pages/lawyer/card' }
const openId = {
  way: 'openId',
  issuer: 'https://id.firm.example',
  clientId: 'cards',
  secret: 'a-secret',
  match: 'mobile',
  claim: '',
} as const
const sms = {
  provider: 'aliyun',
  sign: '梁山律所',
  keyId: 'LTAI-1',
  secret: 'a-secret',
  templates: { code: 'SMS_1', initialPassword: '' },
} as const
const robot = 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693a91f6-7xxx-4bc4-97a0-0ec2sifa5aaa'
const start = { page: 'https://a.example', state: 's', nonce: 'n', verifier: 'v'.repeat(43), isInApp: false }
const mail = { to: 'a@firm.example', subject: 's', text: 't', id: 'i' }

/** Everything that services can be asked to send, by name. */
const sendings = (services: ReturnType<typeof servicesOf>): Record<string, () => Promise<unknown>> => ({
  sms: () =>
    services.sms.deliver(
      { ...sms, appId: '' },
      { mobile: '13800000000', text: '1234', template: 'code', value: '1234' },
    ),
  mail: () => services.mirrors.mail(mail),
  checkMail: () => services.mirrors.checkMail(),
  robot: () => services.mirrors.robot(robot, 'text'),
  webhook: () =>
    services.webhooks.post(
      { url: 'https://hooks.firm.example/a', id: 'msg_1', secret: 'whsec_YQ==', body: '{}' },
      new Date(),
    ),
  wechat: () => services.wechat.code(wechat, 'c=1', 430),
  signOn: () => services.signOn.address(openId, start),
  signOnCheck: () => services.signOn.check(openId),
  signOnAnswer: () => services.signOn.identity(openId, { ...start, code: 'c', iss: undefined }),
  translation: () => services.translation.translate(['律师'], []),
})

const outside = {
  SMS_PROVIDER: 'config',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'cards@firm.example',
  TRANSLATION_URL: 'https://models.example/v1',
  LOG_FORWARD_URL: 'https://logs.example/in',
}

test('each service opens a connection elsewhere, and none in such a demo', async () => {
  const usual = sendings(servicesOf(outside))
  for (const [name, send] of Object.entries(usual)) {
    await send().catch(() => undefined)
    expect(begun.splice(0), name).not.toEqual([])
  }
  for (const [name, send] of Object.entries(sendings(servicesOf(demo)))) {
    await expect(send(), name).rejects.toThrow(sentence)
    expect(begun, name).toEqual([])
  }
  expect(Object.keys(servicesOf(demo).logTargets)).toEqual([])
})

test('what visitors configure is saved, tested and used without a single connection, and people read why', async () => {
  const system = await app.as('system')
  const { version } = await system.call('system.config')
  await system.call('system.updateConfig', {
    sms,
    wechat,
    robot: { address: robot },
    version,
  })
  await offerOpenId(app, openId.issuer)
  for (const name of ['sso', 'wechat', 'robot'] as const)
    await expect(system.call('system.testIntegration', { name })).rejects.toThrow(sentence)
  await expect(
    app.call('session.startSignOn', {
      way: 'openId',
      userType: 1,
      page: 'http://localhost/web/login',
      inApp: 0,
    }),
  ).rejects.toThrow(sentence)

  await stage.setting('reminderSet', { mailTypes: [3], robotTypes: [3] })
  const main = await app.as('admin')
  await main.call('webhooks.add', {
    name: '官网',
    url: 'https://hooks.firm.example/b',
    events: ['lawyer.created'],
  })
  await main.call('lawyers.addList', {
    mode: 'all',
    list: [{ name: '新人', mobile: '13600010001', organizationId: stage.organizationId, personType: 2 }],
  })
  await stage.submittedCard()
  await app.runJobs('all')
  const [deliveries, mirrors] = await app.database.read(1, db =>
    Promise.all([db.select().from(webhookDeliveries), db.select().from(messageMirrors)]),
  )
  expect(deliveries).toMatchObject([
    { state: 0, attempts: 1, attemptLog: [{ status: null, error: sentence }] },
  ])
  expect(mirrors).toMatchObject([{ channel: 'robot', sentAt: null, attempts: 1 }])
  expect((await app.call('conf.app')).login).toMatchObject({ smsLogin: 0, register: 0 })
  expect(begun).toEqual([])
})

test('is refused beside each variable that names another system, by name', () => {
  expect(readConfig(demo).isDemoReset).toBe(true)
  const values: Record<string, Record<string, string>> = {
    DATABASE_URL: { DATABASE_URL: 'postgresql://localhost/x' },
    BACKUP_DIR: { BACKUP_DIR: '/backups' },
    API_TARGET: { API_TARGET: 'https://firm.example' },
    SMTP_URL: outside,
    BUCKET_URL: { BUCKET_URL: 'https://host/bucket', BUCKET_KEY_ID: 'id', BUCKET_SECRET: 'secret' },
    SMS_PROVIDER: { SMS_PROVIDER: 'config' },
    WECHAT_ENDPOINT: { WECHAT_ENDPOINT: 'https://gateway.example' },
    OTEL_EXPORTER_OTLP_ENDPOINT: { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example' },
  }
  for (const [name, env] of Object.entries(values))
    expect(() => readConfig({ ...demo, ...env }), name).toThrow(new RegExp(`^  ${name}: `, 'm'))
  expect(() => readConfig({ ...demo, DEMO: 'off' })).toThrow(/^ {2}DEMO_RESET: /m)
  expect(() => readConfig({ DEMO: 'on', DEMO_RESET: 'on' })).toThrow(/^ {2}DEMO_PASSWORD: /m)
  expect(() => readConfig({ ...demo, NODE_ENV: 'production' })).toThrow(/生产环境/)
  expect(variables.map(it => it.name)).toContain('DEMO_RESET')
})
