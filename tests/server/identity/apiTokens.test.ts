import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  type Capability,
  capabilities,
  demandsOf,
  rightSwitches,
  scopeOf,
} from '../../../resources/domain/rights.ts'
import { tokenCapabilities } from '../../../resources/domain/tokenRights.ts'
import { firmDay } from '../../../resources/kit/firmTime.ts'
import { admins, apiTokens, logs } from '../../../server/db/tables.ts'
import { servedCalls } from '../../../server/routes/served.ts'
import { password, requestFor, startApp, type TestApp } from '../../support/app.ts'
import { demandedInputOf, isCapability } from '../../support/asking.ts'
import { folderOfFile } from '../../support/folder.ts'
import { runServer } from '../../support/process.ts'
import { settledCodes } from '../../support/settledCodes.ts'
import { forgetDenials } from '../../support/snapshot.ts'
import { isThorough } from '../../support/thoroughness.ts'

const dataDir = folderOfFile('apiTokens')
let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(() => forgetDenials(app))

const DAY_MS = 24 * 3_600_000
const dayIn = (days: number) => firmDay(app.clock.now().getTime() + days * DAY_MS)
const asking = (given: { name?: string; lastDay?: string; capabilities?: string[] } = {}) => ({
  name: '人事系统',
  lastDay: dayIn(30),
  capabilities: ['lawyer.view'],
  confirmPassword: password,
  ...given,
})
const create = async (chosen: readonly string[], who = 'admin', lastDay?: string) => {
  const own = await app.as(who)
  const input = asking({ capabilities: [...chosen], ...(lastDay && { lastDay }) })
  const { id, token } = await own.call('apiTokens.add', input)
  return { ...app.withToken(who, token), id }
}
const codeOf = async ({ token }: { token: string }, path = '/lawyer/pageList') =>
  (await app.send('GET', path, { token })).body.code
const listed = async (id: number) =>
  (await (await app.as('admin')).call('apiTokens.page', { pageSize: 200 })).records.find(it => it.id === id)

test('a program cannot upload, whole or in pieces', async () => {
  const { token } = await create(['lawyer.view', 'lawyer.edit'])
  const code = async (method: string, path: string) => {
    const init = { method, headers: { Token: token }, body: new Uint8Array(10) }
    return ((await (await app.fetch(path, init)).json()) as { code: string }).code
  }
  expect(await code('PUT', '/upload/piece?key=1/1-1/x.mp4&offset=0')).toBe('4030')
  for (const [method, path] of [
    ['GET', '/auth/ossSign?scene=office&filename=a.png&size=10&mime=image/png'],
    ['POST', '/upload/begin'],
    ['POST', '/upload/finish'],
  ] as const) {
    const body = method === 'GET' ? undefined : {}
    expect((await app.send(method, path, { token, ...(body && { body }) })).body.code).toBe('4030')
  }
})

/** Every call that somebody has to be signed in for. */
const closedCalls = servedCalls.filter(({ call }) => call.who !== 'public')

/** Sends each call with a token, with missing path parameters as 1; returns the names of those that were let through. */
const reachedBy = async (token: string, calls = closedCalls) => {
  const reached: string[] = []
  for (const { name, call } of calls) {
    const inPath = [...call.path.matchAll(/\/\{(\w+)\}/g)].map(([, parameter]) => [parameter!, 0])
    const values = { ...Object.fromEntries(inPath), ...(call.method !== 'GET' && demandedInputOf(call)) }
    const { address, method, body } = requestFor(call, values)
    const isForm = body instanceof URLSearchParams
    const response = await app.fetch(address, {
      method,
      headers: { Token: token, ...(body && !isForm && { 'Content-Type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const isFile = !(response.headers.get('content-type') ?? '').includes('json')
    const { code } = isFile
      ? await response.arrayBuffer().then(() => ({ code: '200' }))
      : ((await response.json()) as { code: string })
    if (code !== '4030') reached.push(name)
  }
  return reached
}
/** The calls that this capability opens for the owner of a token, by their declarations. */
const openedBy = (capability: Capability) =>
  closedCalls
    .filter(({ call: { who, needs } }) => who === capability && (needs ?? capability) === capability)
    .map(it => it.name)

describe('a token', () => {
  const grantable = tokenCapabilities.filter(it => scopeOf(it, 'L1', rightSwitches) !== null)

  test('never has a capability that belongs to a person', () => {
    const kept = capabilities.filter(it => !tokenCapabilities.includes(it))
    expect(kept).toEqual(
      expect.arrayContaining(['integration.manage', 'token.create', 'user.viewAs', 'session.kick']),
    )
    expect(capabilities.filter(it => demandsOf(it).needsPassword && !kept.includes(it))).toEqual([])
  })

  /** Each call is tried with its own capability and with one of eight others. */
  const callsFor = (chosen: Capability) => {
    const opened = openedBy(chosen)
    const turn = grantable.indexOf(chosen)
    return closedCalls.filter(
      ({ name }, index) => isThorough || opened.includes(name) || (index + turn) % 8 === 0,
    )
  }

  test.each(grantable)('with %s alone reaches the calls of this capability and no others', async chosen => {
    const { token } = await create([chosen])
    expect((await reachedBy(token, callsFor(chosen))).sort()).toEqual(openedBy(chosen).sort())
    await app.database.write(1, db => db.delete(apiTokens))
  })

  test('with every capability reaches no call that belongs to a person', async () => {
    const { token } = await create(grantable)
    const reached = new Set(await reachedBy(token))
    const personal = closedCalls.filter(
      ({ call }) => !isCapability(call) || !tokenCapabilities.includes(call.who),
    )
    expect(personal.filter(it => reached.has(it.name)).map(it => it.name)).toEqual([])
    expect([...reached].sort()).toEqual(
      [...new Set(grantable.flatMap(openedBy))]
        .concat(
          closedCalls
            .filter(({ call: { who, needs } }) => needs !== undefined && grantable.some(it => it === who))
            .map(it => it.name),
        )
        .sort(),
    )
  })

  test('gets from a public call what a stranger gets', async () => {
    const { token } = await create(['conf.view'])
    const answer = await app.send('GET', '/firm/appconf', { token })
    const stranger = await app.send('GET', '/firm/appconf')
    expect(answer.body.data).toEqual(stranger.body.data)
  })

  test('is shown once, stored as a hash, and has a recognisable beginning', async () => {
    const own = await app.as('admin')
    const headers = { 'Idempotency-Key': 'token-1' }
    const first = await own.call('apiTokens.add', asking({ name: '只此一次' }), headers)
    expect(first.token).toMatch(/^tat_1_[\w-]{43}$/)
    const again = await own.send('POST', '/token', { body: asking({ name: '只此一次' }), headers })
    expect(JSON.stringify(again.body)).not.toContain(first.token)
    const { rows } = await app.database.pool.query<{ text: string }>(
      `select to_jsonb(t)::text as text from api_tokens t union all select to_jsonb(l)::text from logs l
       union all select to_jsonb(k)::text from idempotency_keys k`,
    )
    expect(rows.filter(it => it.text.includes(first.token))).toEqual([])
    expect(await listed(first.id)).toMatchObject({
      state: 1,
      tail: first.token.slice(-4),
      ownerName: '赵主任',
      capabilities: ['lawyer.view'],
    })
  })

  test('is accepted only in the header Token', async () => {
    const { token } = await create(['lawyer.view'])
    expect(await codeOf({ token })).toBe('200')
    const elsewhere = [
      app.send('GET', `/lawyer/pageList?token=${token}`),
      app.send('GET', '/lawyer/pageList', { headers: { Authorization: `Bearer ${token}` } }),
      app.send('GET', '/lawyer/pageList', { headers: { Cookie: `token=${token}; Token=${token}` } }),
    ]
    for (const { body } of await Promise.all(elsewhere)) expect(['4003', '4220']).toContain(body.code)
  })

  test('is named in the log rows of what it does, and in those of refusals', async () => {
    const { token } = await create(['category.edit'])
    await app.send('POST', '/articleType', { token, body: {}, headers: { 'User-Agent': 'sync/1.0' } })
    await app.send('GET', '/log/getPageList', { token, headers: { 'User-Agent': 'sync/1.0' } })
    const [row] = await app.database.read(1, db =>
      db
        .select()
        .from(logs)
        .where(and(eq(logs.firmId, 1), eq(logs.action, 'denied')))
        .orderBy(desc(logs.seq))
        .limit(1),
    )
    expect(row).toMatchObject({ operatorName: '赵主任', device: '接口令牌【人事系统】sync/1.0' })
  })

  test('notes its last use, at most once a minute', async () => {
    const { id, token } = await create(['lawyer.view'])
    expect((await listed(id))?.lastUsedAt).toBeNull()
    await codeOf({ token })
    const first = (await listed(id))?.lastUsedAt
    expect(first).toBeTruthy()
    await codeOf({ token })
    expect((await listed(id))?.lastUsedAt).toBe(first)
    await app.database.write(1, db =>
      db
        .update(apiTokens)
        .set({ lastUsedAt: new Date(app.clock.now().getTime() - 61_000) })
        .where(eq(apiTokens.id, id)),
    )
    await codeOf({ token })
    expect((await listed(id))?.lastUsedAt).not.toBe(first)
  })
})

describe('a token ends', () => {
  test('when it is revoked, at the next call, also of another process', async () => {
    const { id, token } = await create(['lawyer.view'])
    const other = runServer({
      DATA_DIR: dataDir(),
      DATABASE_URL: app.database.url,
      SMS_PROVIDER: 'none',
    })
    await other.isListening()
    const elsewhere = async () =>
      ((await (await other.get('/api/lawyer/pageList', { token })).json()) as { code: string }).code
    expect(await elsewhere()).toBe('200')
    const admin = await app.as('admin')
    await admin.call('apiTokens.revoke', { id })
    expect([await codeOf({ token }), await elsewhere()]).toEqual(['4003', '4003'])
    await other.stop()
    expect((await listed(id))?.state).toBe(3)
    await expect(admin.call('apiTokens.revoke', { id })).rejects.toMatchObject({ code: '4091' })
  })

  test('with its last day in China', async () => {
    const { id, token } = await create(['lawyer.view'], 'admin', dayIn(0))
    expect(await codeOf({ token })).toBe('200')
    const [row] = await app.database.read(1, db => db.select().from(apiTokens).where(eq(apiTokens.id, id)))
    expect(row!.expireAt).toEqual(new Date(`${dayIn(1)}T00:00:00+08:00`))
    await app.database.write(1, db =>
      db.update(apiTokens).set({ expireAt: app.clock.now() }).where(eq(apiTokens.id, id)),
    )
    expect(await codeOf({ token })).toBe('4003')
    expect((await listed(id))?.state).toBe(2)
  })

  test('when its owner is disabled, and goes on when the owner is enabled again', async () => {
    const { id, token } = await create(['lawyer.view'])
    const setStatus = (status: 0 | 1) =>
      app.database.write(1, db =>
        db
          .update(admins)
          .set({ status })
          .where(eq(admins.id, app.world.people.get('admin')!.id)),
      )
    await setStatus(0)
    expect(await codeOf({ token })).toBe('4003')
    await setStatus(1)
    expect(await codeOf({ token })).toBe('200')
    expect((await listed(id))?.state).toBe(1)
  })
})

test('a token loses the rights and the scope that its owner loses', async () => {
  const { token } = await create(['lawyer.view', 'conf.edit', 'lawyer.export'])
  const { id, organizationId } = app.world.people.get('admin')!
  const east = app.world.offices.get('东所')!
  const become = (values: Partial<typeof admins.$inferInsert>) =>
    app.database.write(1, db => db.update(admins).set(values).where(eq(admins.id, id)))
  const offices = async () => {
    const { data } = (await app.send('GET', '/lawyer/pageList?pageSize=100', { token })).body
    return new Set((data as { records: { organizationId: number }[] }).records.map(it => it.organizationId))
  }
  expect((await offices()).size).toBeGreaterThan(1)
  await become({ officeLevel: 4, organizationId: east })
  expect(await offices()).toEqual(new Set([east]))
  const conf = await app.send('PUT', '/firmConf/qrcode', { token, body: {} })
  expect(conf.body).toMatchObject({ code: '4030', data: { need: 'conf.edit' } })
  await become({ officeLevel: 1, organizationId })
})

describe('a new token is refused', () => {
  test.each([
    ['a capability that its owner lacks', { capabilities: ['card.submit'] }, 'capabilities'],
    ['a capability that belongs to a person', { capabilities: ['user.viewAs'] }, 'capabilities'],
    ['the right to make tokens', { capabilities: ['lawyer.view', 'token.create'] }, 'capabilities'],
    ['no capability', { capabilities: [] }, 'capabilities'],
    ['an unknown capability', { capabilities: ['toString'] }, 'capabilities'],
    ['a name that is too long', { name: '名'.repeat(31) }, 'name'],
  ])('with %s', async (_, given, field) => {
    const { body } = await (await app.as('admin')).send('POST', '/token', { body: asking(given) })
    expect(body).toMatchObject({ code: '4220', data: { errors: { [field]: expect.any(String) as string } } })
  })

  test.each([
    [-1, '有效期已过'],
    [366, '令牌最多有效一年'],
  ])('with a last day %i days from now', async (days, message) => {
    const { body } = await (
      await app.as('admin')
    ).send('POST', '/token', {
      body: asking({ lastDay: dayIn(days) }),
    })
    expect(JSON.stringify(body)).toContain(message)
  })

  test('without the password, and to everybody but main administrators of the firm', async () => {
    const admin = await app.as('admin')
    const { confirmPassword: _, ...rest } = asking()
    expect((await admin.send('POST', '/token', { body: rest })).body.code).not.toBe('200')
    for (const who of ['admin2', 'branch', 'branch2', '13800000001', 'system'])
      expect((await (await app.as(who)).send('POST', '/token', { body: asking() })).body.code).toBe('4030')
  })

  test('when fifty are valid, also to two who ask at once', async () => {
    await app.database.write(1, db => db.delete(apiTokens))
    for (let count = 0; count < 49; count += 1) await create(['lawyer.view'])
    const codes = await settledCodes([create(['lawyer.view']), create(['lawyer.view'])])
    expect(codes.sort()).toEqual(['200', '4091'])
  })
})
