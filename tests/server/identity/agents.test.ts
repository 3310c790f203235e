import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { logs } from '../../../server/db/tables.ts'
import { servedCalls } from '../../../server/routes/served.ts'
import { agentClient, type McpAnswer } from '../../support/agent.ts'
import { requestFor, startApp, type TestApp } from '../../support/app.ts'
import { forgetDenials } from '../../support/snapshot.ts'

// A language model's program reads by the Model Context Protocol with a token of its own, and can do nothing else.

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(() => forgetDenials(app))

const { allow, createToken, everything, send, toolsOf, useTool } = agentClient(() => app)
const modernVersion = '2026-07-28'
const loggedReadings = () =>
  app.database.read(1, db =>
    db
      .select()
      .from(logs)
      .where(and(eq(logs.firmId, 1), eq(logs.action, 'agentRead'))),
  )

test('no agent reads before the firm allows it, and the next reading after it is forbidden is refused', async () => {
  const { token } = await createToken(['lawyer.view'])
  expect(await send(token, 'tools/list')).toMatchObject({ status: 403, code: '4030' })
  await allow(1)
  expect((await toolsOf(token)).map(it => it.name)).toContain('lawyers_pageList')
  await allow(0)
  expect(await send(token, 'tools/call', { name: 'lawyers_pageList' })).toMatchObject({ status: 403 })
})

describe('where the firm allows agents', () => {
  beforeAll(() => allow(1))

  test('a client negotiates and pings', async () => {
    const { token } = await createToken(['lawyer.view'])
    const { result } = await send(token, 'initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'some-agent', version: '1' },
    })
    expect(result).toMatchObject({
      protocolVersion: '2025-06-18',
      serverInfo: { name: 'tenant-admin' },
      capabilities: { tools: {} },
    })
    expect(await send(token, 'ping')).toMatchObject({ status: 200, result: {} })
  })

  test.each([
    ['without a token', () => Promise.resolve(null)],
    ['with the session of a person', async () => (await app.as('admin')).token],
    [
      'with a token for other programs',
      async () => (await createToken(['lawyer.view'], { isForAgents: 0 })).token,
    ],
    ['with an unknown token', () => Promise.resolve(`tat_1_${'A'.repeat(43)}`)],
  ])('nobody is answered %s', async (_, tokenOf) => {
    const answer = await send(await tokenOf(), 'tools/list')
    expect(answer).toMatchObject({ status: 401, code: '4003' })
  })

  test('a revoked token is refused', async () => {
    const { id, token } = await createToken(['lawyer.view'])
    await (await app.as('admin')).call('apiTokens.revoke', { id })
    expect(await send(token, 'tools/list')).toMatchObject({ status: 401 })
  })

  test('the tools are exactly the readings that the token’s capabilities open', async () => {
    const { token } = await createToken(['profession.view'])
    const names = (await toolsOf(token)).map(it => it.name)
    expect(names).toContain('professions_list')
    expect(names.filter(it => /^(?!professions_|officialProfessions_)/.test(it))).toEqual([])
    const { token: whole } = await createToken(await everything())
    const tools = await toolsOf(whole)
    expect(new Set(tools.map(it => it.name)).size).toBe(tools.length)
    const readings = new Map(servedCalls.map(({ name, call }) => [name.replace(/[^\w-]/g, '_'), call]))
    for (const { name } of tools) expect(readings.get(name)?.method, name).toBe('GET')
  })

  test('a list is answered as the interface answers it to the owner, and each reading is logged', async () => {
    const { token } = await createToken(['lawyer.view'])
    const before = (await loggedReadings()).length
    const input = { pageSize: 2, status: [1] }
    const { isError, structuredContent, content } = await useTool(token, 'lawyers_pageList', input)
    expect(isError, content[0]!.text).toBeUndefined()
    const own = await (await app.as('admin')).call('lawyers.pageList', input as never)
    expect(structuredContent).toEqual(own)
    expect(JSON.parse(content[0]!.text)).toEqual(own)
    const rows = (await loggedReadings()).slice(before)
    expect(rows).toMatchObject([
      { operatorName: '赵主任', summary: '智能体通过令牌【资料助手】读取人员列表', result: 1 },
    ])
    expect(rows[0]!.device).toContain('智能体令牌【资料助手】some-agent/1.0')
  })

  test('mobile numbers stay masked, also when the model asks for them whole', async () => {
    const { token } = await createToken(await everything())
    const id = app.world.people.get('13800000001')!.id
    const { structuredContent } = await useTool(token, 'lawyers_lawyerInfo', { id })
    expect(structuredContent).toMatchObject({ id, mobile: '138****0001' })
    const asked = await useTool(token, 'lawyers_lawyerInfo', { id, reveal: 1, reason: '核对联系方式' })
    expect(JSON.stringify(asked)).not.toContain('13800000001')
  })

  test('wrong input is answered with its field, so that the model can mend it', async () => {
    const { token } = await createToken(['lawyer.view'])
    const { isError, content } = await useTool(token, 'lawyers_pageList', { pageSize: 5000 })
    expect(isError).toBe(true)
    expect(JSON.parse(content[0]!.text)).toMatchObject({
      code: '4220',
      data: { errors: { pageSize: expect.any(String) } },
    })
  })

  test('a value in the path of a call leads to no other call', async () => {
    const { token } = await createToken(['profession.view'])
    const before = (await loggedReadings()).length
    const ids = ['..', '.', '%2e%2e', '../lawyer/pageList', '1/../2', '', null, { a: 1 }]
    for (const id of ids) {
      const { isError, content } = await useTool(token, 'professions_one', { id })
      expect(isError, String(id)).toBe(true)
      expect(JSON.parse(content[0]!.text).code, String(id)).toMatch(/^(4040|4220)$/)
    }
    expect((await loggedReadings()).length - before).toBe(ids.length)
  })

  test('an unknown tool, a tool without the right and one that writes do not exist', async () => {
    const { token } = await createToken(['profession.view'])
    for (const name of ['nothing', 'lawyers_pageList', 'professions_add'])
      expect((await send(token, 'tools/call', { name, arguments: {} })).error).toMatchObject({
        code: -32_602,
      })
  })

  test('its token opens no call of the interface, and writes nothing by any', async () => {
    const { token } = await createToken(await everything())
    for (const { call } of servedCalls.filter(it => it.call.who !== 'public')) {
      const { address, method, body } = requestFor(call, {})
      const answer = await app.send(method, address, { token, body })
      expect(['4030', '4003'], `${method} ${address}`).toContain(answer.body.code)
    }
  })

  test('a token reads at most 120 times a minute, and says when it may again', async () => {
    const { token } = await createToken(['profession.view'])
    const name = (await toolsOf(token))[0]!.name
    const answers = []
    for (let count = 0; count < 121; count += 1) answers.push(await useTool(token, name))
    expect(answers.slice(0, 120).every(it => !JSON.stringify(it).includes('4290'))).toBe(true)
    expect(JSON.parse(answers[120]!.content[0]!.text)).toMatchObject({
      code: '4290',
      data: { retryAfter: expect.any(Number) },
    })
  })

  test(`clients of the protocol of ${modernVersion} are answered too`, async () => {
    const { token } = await createToken(['lawyer.view'])
    const response = await app.fetch('/mcp', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'Mcp-Protocol-Version': modernVersion,
        'Mcp-Method': 'tools/list',
        Authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/list',
        params: {
          _meta: {
            'io.modelcontextprotocol/protocolVersion': modernVersion,
            'io.modelcontextprotocol/clientInfo': { name: 'some-agent', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
    })
    expect(response.status).toBe(200)
    expect(((await response.json()) as McpAnswer).result.tools.length).toBeGreaterThan(0)
  })
})
