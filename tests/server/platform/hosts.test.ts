import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { articles, categories, firms, hosts, lawyers, logs } from '../../../server/db/tables.ts'
import { enqueue } from '../../../server/services/jobs/queue.ts'
import { hostNameOf } from '../../../server/services/identity/hosts.ts'
import { type Envelope, password, startApp, type TestApp } from '../../support/app.ts'

// Two firms in one installation, each at its own host name (promise Q18 of server/promises.md).

const first = { Host: 'one.example' }
const second = { Host: 'two.example' }

let app: TestApp
beforeAll(async () => {
  app = await startApp({ trustedProxies: ['127.0.0.1'] })
  await app.database.write(null, db =>
    db.insert(hosts).values([
      { name: 'one.example', firmId: 1 },
      { name: 'two.example', firmId: 2 },
    ]),
  )
})
afterAll(() => app.close())

const signIn = (headers: Record<string, string>) =>
  app.call('session.firmAccessUserLogin', { account: 'admin', password }, headers)

describe('host name', () => {
  test.each([
    ['Two.Example', 'two.example'],
    ['two.example:8443', 'two.example'],
    ['two.example.', 'two.example'],
    ['名片.中国', 'xn--eqr661e.xn--fiqs8s'],
    ['[::1]:80', '[::1]'],
    ['two.example/web', ''],
    ['two example', ''],
  ])('%s is read as %s', (given, read) => expect(hostNameOf(given)).toBe(read))

  test('determines the firm before anybody is signed in', async () => {
    expect(await app.call('session.getFirmId', {}, second)).toMatchObject({ firmId: 2 })
    expect((await app.call('conf.app', {}, second)).firm).toMatchObject({ firmId: 2, name: '桃源律师事务所' })
    const offices = await app.call('offices.validList', {}, second)
    expect(offices.map(({ name }) => name)).toEqual(['别所'])
    expect(await app.call('session.getFirmId', { host: 'two.example' }, first)).toMatchObject({ firmId: 2 })
  })

  test('falls back to the first firm when unknown', async () => {
    expect(await app.call('session.getFirmId', {}, { Host: 'other.example' })).toMatchObject({ firmId: 1 })
  })

  test('falls back to the firm that serves every host, if there is one', async () => {
    await app.database.write(null, db => db.insert(hosts).values({ name: '*', firmId: 2 }))
    onTestFinished(async () => {
      await app.database.write(null, db => db.delete(hosts).where(eq(hosts.name, '*')))
    })
    expect(await app.call('session.getFirmId', {}, { Host: 'other.example' })).toMatchObject({ firmId: 2 })
    expect(await app.call('session.getFirmId', {}, first)).toMatchObject({ firmId: 1 })
  })

  test('is taken only from a trusted proxy’s forwarded header', async () => {
    const forwarded = { Host: 'internal', 'X-Forwarded-Host': 'two.example, edge' }
    expect(await app.call('session.getFirmId', {}, forwarded)).toMatchObject({ firmId: 2 })
    const direct = await startApp()
    onTestFinished(direct.close)
    await direct.database.write(null, db => db.insert(hosts).values({ name: 'two.example', firmId: 2 }))
    expect(await direct.call('session.getFirmId', {}, forwarded)).toMatchObject({ firmId: 1 })
    expect(await direct.call('session.getFirmId', {}, second)).toMatchObject({ firmId: 2 })
  })
})

describe('firm named by a request', () => {
  test('may be the 1 of the specification at every firm’s host', async () => {
    const { token } = await signIn(second)
    for (const wire of [{ headers: second }, { headers: second, token }]) {
      const { body } = await app.send('GET', '/firm/appconf?firmId=1', wire)
      expect(body).toMatchObject({ code: '200', data: { firm: { firmId: 2 } } })
    }
    expect((await app.send('GET', '/auth/self?firmId=1', { headers: second, token })).body.code).toBe('200')
  })

  test('is refused if it differs from the firm of the host', async () => {
    const { token } = await signIn(first)
    for (const wire of [{ headers: first }, { headers: first, token }]) {
      const { body } = await app.send('GET', '/firm/appconf?firmId=2', wire)
      expect(body).toMatchObject({ code: '4030', data: { need: 'firmId' } })
    }
  })
})

describe('two firms side by side', () => {
  test('sign the same account name in to their own back-offices', async () => {
    const [firstToken, secondToken] = await Promise.all([signIn(first), signIn(second)])
    expect([firstToken.userInfo.firmId, secondToken.userInfo.firmId]).toEqual([1, 2])
    expect([firstToken.userInfo.name, secondToken.userInfo.name]).toEqual(['赵主任', '冯主任'])
    const ask = (token: string, headers: Record<string, string>) =>
      app.send('GET', '/lawyer/pageList?pageNum=1&pageSize=100', { token, headers })
    const pages = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2 ? ask(secondToken.token, second) : ask(firstToken.token, first),
      ),
    )
    const namesIn = ({ body }: (typeof pages)[number]) =>
      (body.data as { records: { name: string }[] }).records.map(({ name }) => name).toSorted()
    for (const [index, page] of pages.entries())
      expect(namesIn(page)).toEqual(index % 2 ? ['陈律师'] : ['吴律师', '王律师', '郑律师'].toSorted())
  })

  test('refuse a session of the other firm, whose client then shows the sign-in page', async () => {
    const { token } = await signIn(first)
    const refused = await app.send('GET', '/auth/self', { token, headers: second })
    expect(refused.body.code).toBe('4003')
    const shown = await app.send('GET', '/firm/appconf', { token, headers: second })
    expect(shown.body).toMatchObject({ code: '200', data: { firm: { firmId: 2 } } })
    const piece = await app.fetch('/upload/piece?key=x&offset=0', {
      method: 'PUT',
      headers: { Token: token, ...second },
      body: 'x',
    })
    expect(((await piece.json()) as Envelope).code).toBe('4003')
    expect((await app.send('GET', '/auth/self', { token, headers: first })).body.code).toBe('200')
  })

  test('keep their uploads apart', async () => {
    const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#8899aa' } })
      .jpeg()
      .toBuffer()
    const upload = async (headers: Record<string, string>) => {
      const { token } = await signIn(headers)
      const input = { scene: 'office', filename: 'a.jpg', size: bytes.length, mime: 'image/jpeg' } as const
      const signed = await app.call('uploads.ossSign', input, { ...headers, Token: token })
      const { key, policy, signature, accessid } = signed
      const form = new FormData()
      for (const [name, value] of Object.entries({ key, policy, signature, OSSAccessKeyId: accessid }))
        form.append(name, value)
      form.append('success_action_status', '200')
      form.append('file', new Blob([new Uint8Array(bytes)]), 'a.jpg')
      const response = await app.fetch('/upload', { method: 'POST', headers, body: form })
      return ((await response.json()) as Envelope & { data: { key: string } }).data.key
    }
    const keys = await Promise.all([upload(first), upload(second)])
    expect(keys.map(key => key.split('/')[0])).toEqual(['1', '2'])
  })

  test('run their own jobs, each logged in the firm’s own log', async () => {
    for (const firmId of [1, 2]) {
      const mainOffice = firmId === 1 ? app.world.offices.get('总所')! : app.world.offices.get('别所')!
      await app.database.write(firmId, async db => {
        const [type] = await db
          .insert(categories)
          .values({ firmId, kind: 1, typeName: '动态' })
          .returning({ id: categories.typeId })
        const row = { firmId, kind: 1, typeId: type!.id, organizationId: mainOffice, language: 'CN' } as const
        const due = { status: 5, publishAt: new Date(app.clock.now().getTime() - 60_000) } as const
        await db
          .insert(articles)
          .values({ ...row, ...due, title: `文章${firmId}`, contentMode: 1, sourceType: 1 })
      })
    }
    await app.runJobs()
    for (const firmId of [1, 2]) {
      const rows = await app.database.read(firmId, db =>
        db.select({ name: logs.targetName }).from(logs).where(eq(logs.action, 'publish')),
      )
      expect(rows).toEqual([{ name: `文章${firmId}` }])
    }
  })
})

describe('suspended firm', () => {
  const suspend = (suspendedAt: Date | null) =>
    app.database.write(2, db => db.update(firms).set({ suspendedAt }))
  const sentence = /律所的服务已暂停/

  test('gets the same answer to every call and continues where it stopped once resumed', async () => {
    const { token } = await signIn(second)
    await suspend(new Date())
    onTestFinished(async () => void (await suspend(null)))
    for (const path of ['/auth/self', '/lawyer/pageList?pageNum=1&pageSize=10', '/firm/appconf']) {
      const { status, body } = await app.send('GET', path, { token, headers: second })
      expect(body).toMatchObject({ code: '4031', message: expect.stringMatching(sentence) as string })
      expect(status).toBe(200)
    }
    await expect(signIn(second)).rejects.toThrow(sentence)
    await expect(app.call('conf.app', {}, second)).rejects.toThrow(sentence)
    await expect(app.call('session.getFirmId', { firmCode: '2' }, first)).rejects.toThrow(sentence)
    expect((await signIn(first)).userInfo.firmId).toBe(1)

    // Work that became due during the suspension, here a scheduled article, is still done afterwards.
    const mainOffice = app.world.offices.get('别所')!
    await app.database.write(2, async db => {
      const [type] = await db.select({ id: categories.typeId }).from(categories)
      const row = {
        firmId: 2,
        kind: 1,
        typeId: type!.id,
        organizationId: mainOffice,
        language: 'CN',
      } as const
      const due = { status: 5, publishAt: new Date(app.clock.now().getTime() - 60_000) } as const
      await db
        .insert(articles)
        .values({ ...row, ...due, title: '停业中的文章', contentMode: 1, sourceType: 1 })
    })
    const findDue = async () => {
      await app.database.write(null, db => enqueue(db, 'restoreJobs', {}))
      await app.runJobs()
      await app.runJobs()
      const rows = await app.database.read(2, db =>
        db.select({ status: articles.status }).from(articles).where(eq(articles.title, '停业中的文章')),
      )
      return rows[0]?.status
    }
    expect(await findDue()).toBe(5)

    await suspend(null)
    expect(await findDue()).toBe(2)
    expect((await app.send('GET', '/auth/self', { token, headers: second })).body.code).toBe('200')
    const people = await app.database.read(2, db => db.$count(lawyers))
    expect(people).toBe(1)
  })
})
