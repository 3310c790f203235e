import { createServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createLog } from '../../../server/process/log.ts'
import { createWechat } from '../../../server/services/integrations/wechat.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

/** Issues tokens and codes like WeChat. */
let wechat: Server
let app: TestApp
let stage: Stage
let receivedRequests: { path: string; body: Record<string, unknown> }[] = []
let token = 'T-1'
const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3])
const html = '<html>502 Bad Gateway</html>'
/** Answers that a gateway sends instead of WeChat, by request path. */
let gatewayAnswer: { path: string; status: number; type: string; body: string | Buffer } | null = null
const appId = 'wx0123456789abcdef'

const answerTo = (path: string, { secret }: Record<string, unknown>) => {
  if (path === '/cgi-bin/stable_token')
    return secret === 'right'
      ? { access_token: token, expires_in: 7200 }
      : { errcode: 40125, errmsg: 'invalid appsecret' }
  return path === `/wxa/getwxacodeunlimit?access_token=${token}`
    ? picture
    : { errcode: 40001, errmsg: 'invalid credential' }
}

beforeAll(async () => {
  wechat = createServer((request, response) => {
    let text = ''
    request.on('data', piece => (text += piece))
    request.on('end', () => {
      const path = request.url ?? ''
      const body: Record<string, unknown> = JSON.parse(text)
      receivedRequests.push({ path, body })
      if (gatewayAnswer && path.startsWith(gatewayAnswer.path))
        return response
          .writeHead(gatewayAnswer.status, { 'content-type': gatewayAnswer.type })
          .end(gatewayAnswer.body)
      const answer = answerTo(path, body)
      if (Buffer.isBuffer(answer)) return response.writeHead(200, { 'content-type': 'image/png' }).end(answer)
      return response
        .writeHead(200, { 'content-type': 'application/json; encoding=utf-8' })
        .end(JSON.stringify(answer))
    })
  })
  await new Promise<void>(resolve => void wechat.listen(0, '127.0.0.1', resolve))
  const { port }: AddressInfo = Object(wechat.address())
  const service = createWechat({ wechatEndpoint: `http://127.0.0.1:${port}` }, createLog('silent'))
  app = await startApp({ services: { wechat: service } })
  stage = await setStage(app)
  await stage.setting('shareCover', { cardUrl: 'https://card.example.com/open' })
})
afterAll(async () => {
  await app.close()
  await new Promise(resolve => void wechat.close(resolve))
})
beforeEach(() => {
  receivedRequests = []
  gatewayAnswer = null
})

const configure = async (settings: object) => {
  const system = await app.as('system')
  const { version } = await system.call('system.config')
  await system.call('system.updateConfig', { wechat: settings, version })
}
const codeOf = async (id: number) =>
  app.fetch(`/lawyer/card/output/${id}?type=wxacode&size=700`, {
    headers: { Token: (await app.as('admin')).token },
  })
const refusal = async (id: number) => (await (await codeOf(id)).json()) as { code: string; message: string }

test('offers and generates codes once the operator has configured the mini-program', async () => {
  const { id } = await stage.publishedCard()
  expect(await stage.admin.call('conf.app')).toMatchObject({ wechatCode: 0 })
  expect(await refusal(id)).toMatchObject({ code: '5030', message: expect.stringContaining('系统配置') })
  expect(receivedRequests).toEqual([])

  await configure({ appId, secret: 'right', page: 'pages/lawyer/card' })
  expect(await stage.admin.call('conf.app')).toMatchObject({ wechatCode: 1 })
  const { codeKey } = await stage.admin.call('cards.cardInfo', { id })
  const answer = await codeOf(id)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(picture)
  expect(receivedRequests.at(-1)?.body).toEqual({
    scene: `k=${codeKey}`,
    page: 'pages/lawyer/card',
    check_path: false,
    width: 700,
  })
})

test('reuses one token until WeChat rejects it', async () => {
  const { id } = await stage.publishedCard()
  expect((await codeOf(id)).headers.get('content-type')).toBe('image/png')
  expect(receivedRequests.map(it => it.path)).not.toContain('/cgi-bin/stable_token')
  token = 'T-2'
  expect((await codeOf(id)).headers.get('content-type')).toBe('image/png')
})

test('reports WeChat’s objection to the settings', async () => {
  const { id } = await stage.publishedCard()
  await configure({ secret: 'wrong' })
  expect(await refusal(id)).toMatchObject({
    code: '5030',
    message: '微信没有接受小程序设置：invalid appsecret（40125）',
  })
})

const tokenPath = '/cgi-bin/stable_token'
const codePath = '/wxa/getwxacodeunlimit'
test.each([
  ['a gateway’s page with 200', codePath, 200, 'text/html', html],
  ['a gateway’s page with 502', codePath, 502, 'text/html', html],
  ['a page that is called a picture', codePath, 200, 'image/jpeg', html],
  ['a picture with 500', codePath, 500, 'image/png', picture],
  ['half a JSON', codePath, 200, 'application/json', '{"errcode":40'],
  ['a refusal without its sentence', codePath, 200, 'application/json', '{"errcode":41030}'],
  ['nothing', codePath, 200, 'application/json', ''],
  ['a page instead of a token', tokenPath, 200, 'text/html', html],
  ['half a token', tokenPath, 200, 'application/json', '{"access_token":'],
  ['a token without its time', tokenPath, 200, 'application/json', '{"access_token":"T"}'],
  ['a list', tokenPath, 200, 'application/json', '[]'],
  ['a deep answer', tokenPath, 200, 'application/json', '['.repeat(100_000)],
] as const)('%s is reported as an answer that is not WeChat’s', async (what, path, status, type, body) => {
  const { id } = await stage.publishedCard()
  // A changed secret, so that no token is cached.
  await configure({
    secret: 'right',
    appId: `wx${Buffer.from(what).toString('hex').padEnd(16, '0').slice(-16)}`,
  })
  gatewayAnswer = { path, status, type, body }
  const answer = await codeOf(id)
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(await answer.json()).toMatchObject({
    code: '5030',
    message: `微信服务器暂不可用，请稍后重试：对方服务器的响应无法识别（HTTP ${status} ${type}）`,
  })
})
