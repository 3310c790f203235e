import { createServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'

import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { logs } from '../../../server/db/tables.ts'
import { signAliyun } from '../../../server/services/integrations/sms/aliyun.ts'
import { createSms } from '../../../server/services/integrations/sms/createSms.ts'
import { signTencent } from '../../../server/services/integrations/sms/tencent.ts'
import { startApp, type TestApp } from '../../support/app.ts'

type Received = { url: URL; headers: Record<string, unknown>; body: string }

/** Answers like the providers and records the requests. */
let provider: Server
let app: TestApp
let received: Received[] = []
let onRequest: () => unknown = () => undefined
let answer: { status: number; body: string; type?: string }

const aliyunSays = (Code: string, Message: string) => ({
  status: Code === 'OK' ? 200 : 400,
  body: JSON.stringify({ Code, Message, RequestId: '7A1B' }),
})
const tencentSays = (response: object) => ({ status: 200, body: JSON.stringify({ Response: response }) })

beforeAll(async () => {
  provider = createServer((request, response) => {
    let body = ''
    request.on('data', piece => (body += piece))
    const answerNow = () => {
      received.push({ url: new URL(request.url ?? '', 'http://stand-in'), headers: request.headers, body })
      response
        .writeHead(answer.status, { 'content-type': answer.type ?? 'application/json' })
        .end(answer.body)
    }
    request.on('end', () => void Promise.resolve(onRequest()).then(answerNow))
  })
  await new Promise<void>(resolve => void provider.listen(0, '127.0.0.1', resolve))
  const { port }: AddressInfo = Object(provider.address())
  const smsEndpoint = `http://127.0.0.1:${port}`
  const sms = createSms({ smsProvider: 'config', smsEndpoint, dataDir: '' })
  app = await startApp({ services: { sms } })
})
afterAll(async () => {
  await app.close()
  await new Promise(resolve => void provider.close(resolve))
})
beforeEach(() => {
  received = []
  onRequest = () => undefined
  answer = aliyunSays('OK', 'OK')
})

const secret = 'key-of-the-provider'
const configure = async (sms: object) => {
  const system = await app.as('system')
  const { version } = await system.call('system.config')
  return system.call('system.updateConfig', { sms, version })
}
const aliyun = {
  provider: 'aliyun',
  sign: '梁山律所',
  keyId: 'LTAI-1',
  secret,
  templates: { code: 'SMS_1001', initialPassword: '' },
} as const

test('neither offers nor sends a code before the firm has configured a provider', async () => {
  expect((await app.call('conf.app')).login).toMatchObject({ smsLogin: 0, register: 0 })
  await expect(
    (await app.as('system')).call('system.testSms', { mobile: '13900000001' }),
  ).rejects.toMatchObject({ code: '5030', message: '短信服务未开通' })
  expect(received).toEqual([])
})

test('are saved whole or not at all', async () => {
  await expect(
    configure({ ...aliyun, provider: 'tencent', keyId: '', templates: { code: '' } }),
  ).rejects.toMatchObject({
    code: '4220',
    data: {
      errors: {
        'sms.keyId': '请填写密钥编号，或将短信服务商改为“不使用”',
        'sms.appId': expect.any(String),
        'sms.templates.code': expect.any(String),
      },
    },
  })
})

test('sends the signature, the template and its one variable to Aliyun', async () => {
  await configure(aliyun)
  expect((await app.call('conf.app')).login).toMatchObject({ register: 1 })
  await (await app.as('system')).call('system.testSms', { mobile: '13900000002' })
  const [{ url, headers }] = received as [Received]
  expect(Object.fromEntries(url.searchParams)).toEqual({
    PhoneNumbers: '13900000002',
    SignName: '梁山律所',
    TemplateCode: 'SMS_1001',
    TemplateParam: '{"code":"000000"}',
  })
  expect(headers).toMatchObject({ 'x-acs-action': 'SendSms', 'x-acs-version': '2017-05-25' })
  // Signing the same request again gives the same signature.
  const signed = signAliyun({
    host: String(headers['host']),
    action: 'SendSms',
    version: '2017-05-25',
    query: Object.fromEntries(url.searchParams),
    keyId: 'LTAI-1',
    secret,
    now: new Date(String(headers['x-acs-date'])),
    nonce: String(headers['x-acs-signature-nonce']),
  })
  expect(headers['authorization']).toBe(signed.headers.authorization)
  expect(JSON.stringify(received)).not.toContain(secret)
})

test('sends the application, the template and its one variable to Tencent', async () => {
  answer = tencentSays({ SendStatusSet: [{ Code: 'Ok', Message: 'send success' }] })
  await configure({ ...aliyun, provider: 'tencent', appId: '1400006666' })
  await (await app.as('system')).call('system.testSms', { mobile: '13900000003' })
  const [{ headers, body }] = received as [Received]
  expect(JSON.parse(body)).toEqual({
    PhoneNumberSet: ['+8613900000003'],
    SmsSdkAppId: '1400006666',
    SignName: '梁山律所',
    TemplateId: 'SMS_1001',
    TemplateParamSet: ['000000'],
  })
  const signed = signTencent({
    host: String(headers['host']),
    service: 'sms',
    action: 'SendSms',
    version: '2021-01-11',
    region: String(headers['x-tc-region']),
    body,
    keyId: 'LTAI-1',
    secret,
    now: new Date(Number(headers['x-tc-timestamp']) * 1_000),
  })
  expect(headers['authorization']).toBe(signed.authorization)
})

test.each([
  [
    '13900001001',
    'aliyun',
    () => aliyunSays('isv.SMS_SIGNATURE_ILLEGAL', '短信签名不合法'),
    '短信签名不合法',
  ],
  [
    '13900001002',
    'tencent',
    () => tencentSays({ Error: { Code: 'AuthFailure.SignatureFailure', Message: '签名错误' } }),
    '签名错误',
  ],
  [
    '13900001003',
    'tencent',
    () => tencentSays({ SendStatusSet: [{ Code: 'LimitExceeded.Phone', Message: '超过频率' }] }),
    '超过频率',
  ],
  ['13900001004', 'aliyun', () => ({ status: 502, body: '<html>' }), 'HTTP 502'],
  ['13900001005', 'aliyun', () => ({ status: 200, body: '<html>', type: 'text/html' }), 'HTTP 200 text/html'],
  ['13900001006', 'aliyun', () => ({ status: 200, body: '{"Code":' }), '无法识别'],
  ['13900001007', 'aliyun', () => ({ status: 200, body: '{"Message":"OK"}' }), '无法识别'],
  ['13900001008', 'aliyun', () => ({ status: 404, body: '{"Code":"OK","Message":"OK"}' }), 'HTTP 404'],
  ['13900001009', 'tencent', () => ({ status: 200, body: '{}' }), '无法识别'],
  ['13900001010', 'tencent', () => tencentSays({ SendStatusSet: [] }), '无法识别'],
  ['13900001011', 'tencent', () => tencentSays({ Error: {} }), '无法识别'],
] as const)('shows the tester the error for a message to %s by %s', async (mobile, name, said, reason) => {
  await configure({ ...aliyun, provider: name, appId: '1400006666' })
  answer = said()
  await expect((await app.as('system')).call('system.testSms', { mobile })).rejects.toMatchObject({
    code: '5030',
    message: expect.stringContaining(reason),
  })
})

test('sends a test message outside a transaction, logs the result and allows repeating a failed one', async () => {
  await configure(aliyun)
  const system = await app.as('system')
  const key = { 'Idempotency-Key': 'try-once' }
  const diffs = async () => {
    const rows = await app.database.read(1, db =>
      db.select().from(logs).where(eq(logs.targetType, 'system')).orderBy(desc(logs.seq)),
    )
    return rows.slice(0, 2).map(({ diff: [change] }) => change?.after)
  }
  const open = async () => {
    const { rows } = await app.database.read(null, db =>
      db.execute(sql`select from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`),
    )
    return rows.length
  }
  let during: Promise<number> | undefined
  onRequest = () => (during = open())
  answer = aliyunSays('isv.OUT_OF_SERVICE', '业务停机')
  const input = { mobile: '13900002001' }
  await expect(system.call('system.testSms', input, key)).rejects.toMatchObject({ code: '5030' })
  expect(await during).toBe(0)
  answer = aliyunSays('OK', 'OK')
  app.clock.advance(61_000)
  await system.call('system.testSms', input, key)
  await system.call('system.testSms', input, key)
  expect(received).toHaveLength(2)
  expect(await diffs()).toEqual(['已发送', '未发出'])
})

test('answers a stranger’s registration alike whatever the provider says, and sends the code once the provider accepts it', async () => {
  await configure(aliyun)
  const ask = async (mobile: string) => {
    const { codeId } = await app.call('session.code', { scene: 'register' })
    const code = app.outbox.captchas.get(codeId)
    const { smsId: _, ...rest } = await app.call('registration.getCardCode', { mobile, codeId, code })
    return rest
  }
  const fine = await ask('13911110001')
  await app.runJobs()
  answer = { status: 502, body: '<html>', type: 'text/html' }
  expect(await ask('13911110002')).toEqual(fine)
  await app.runJobs()
  expect(received).toHaveLength(2)
  // The message waits for the provider.
  answer = aliyunSays('OK', 'OK')
  await app.database.write(null, db =>
    db.execute(sql`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`),
  )
  await app.runJobs()
  expect(received.map(it => it.url.searchParams.get('PhoneNumbers'))).toEqual([
    '13911110001',
    '13911110002',
    '13911110002',
  ])
  const codes = received.map(it => it.url.searchParams.get('TemplateParam'))
  expect(codes[1]).toMatch(/^{"code":"\d{6}"}$/)
  expect(codes[2]).toBe(codes[1])
})

// The expected signatures are those of the providers' documentation:
// help.aliyun.com/zh/sdk/product-overview/v3-request-structure-and-signature
test('computes the signature of Aliyun’s own example', () => {
  const { headers } = signAliyun({
    host: 'ecs.cn-shanghai.aliyuncs.com',
    action: 'RunInstances',
    version: '2014-05-26',
    query: {
      ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd',
      RegionId: 'cn-shanghai',
    },
    keyId: 'YourAccessKeyId',
    secret: 'YourAccessKeySecret',
    now: new Date('2023-10-26T10:22:32Z'),
    nonce: '3156853299f313e23d1673dc12e1703d',
  })
  expect(headers.authorization.split('Signature=')[1]).toBe(
    '06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
})

// From cloud.tencent.com/document/api/213/30654, whose published key is 32 asterisks.
test('computes the signature of Tencent’s own example', () => {
  const { authorization } = signTencent({
    host: 'cvm.tencentcloudapi.com',
    service: 'cvm',
    action: 'DescribeInstances',
    version: '2017-03-12',
    region: 'ap-guangzhou',
    body: String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`,
    keyId: 'AKID',
    secret: '*'.repeat(32),
    now: new Date(1_551_113_065_000),
  })
  expect(authorization.split('Signature=')[1]).toBe(
    '10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f',
  )
})
