import { and, desc, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { additions, additionsInView } from '../../../resources/index.ts'
import { admins, lawyers, logs, messages, sessions } from '../../../server/db/tables.ts'
import { runDueWork } from '../../../server/services/jobs/dueWork.ts'
import { requestFor, startApp, type TestApp } from '../../support/app.ts'
import { examples } from '../../support/examples/index.ts'
import { forgetDenials, snapshotOf } from '../../support/snapshot.ts'
import { setStage, type Stage } from '../../support/stage.ts'
import { pieceOfVideo } from '../../support/video.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
})
afterAll(() => app.close())
beforeEach(() => forgetDenials(app))

const zheng = '13800000002'
const idOf = (name: string) => app.world.people.get(name)!.id
const groupOf = (name: string) => (app.world.people.get(name)!.population === 1 ? 'admins' : 'lawyers')
const refusal = (code: string) => expect.objectContaining({ code }) as unknown
const readOnly = { code: '4030', message: '正在以他人的视角查看，不能执行此操作' }

const begin = async (viewer: string, viewed: string) => {
  const own = await app.asNew(viewer)
  const { token, ...answer } = await own.call(`${groupOf(viewed)}.viewAs`, { id: idOf(viewed) })
  return { own, answer, view: app.withToken(viewed, token) }
}
type Caller = Awaited<ReturnType<typeof begin>>['view']
const codeOf = async ({ send }: Caller) => (await send('GET', '/auth/self')).body.code
const viewLogs = () =>
  app.database.read(1, db =>
    db
      .select()
      .from(logs)
      .where(and(eq(logs.firmId, 1), eq(logs.action, 'viewAs')))
      .orderBy(desc(logs.seq)),
  )

describe('a view', () => {
  test('shows what the person sees, and says whose view it is and until when', async () => {
    const { answer, view } = await begin('branch', zheng)
    expect(answer.user).toEqual({ id: idOf(zheng), userType: 2, name: '郑律师', auth: ['lawyer'] })
    const self = await view.call('session.self')
    const own = await (await app.as(zheng)).call('session.self')
    expect(self).toEqual({ ...own, view: { viewerName: '孙主管', expireAt: answer.expireAt } })
    expect(own).not.toHaveProperty('view')
    expect((await view.call('lawyers.lawyerInfo', { id: idOf(zheng) })).name).toBe('郑律师')
    await expect(view.call('admins.pageList')).rejects.toEqual(refusal('4030'))
  })

  test('opens no initial password, second factor or consent that the person still owes', async () => {
    await app.database.write(1, db =>
      db
        .update(lawyers)
        .set({ mustChangePwd: 1 })
        .where(eq(lawyers.id, idOf(zheng))),
    )
    const { view } = await begin('admin', zheng)
    expect(await view.call('session.self')).toMatchObject({
      mustChangePwd: 0,
      mustSetFactor: 0,
      mustConsent: 0,
    })
    expect((await view.send('GET', '/lawyer/card/pageList')).body.code).toBe('200')
    await app.database.write(1, db => db.update(lawyers).set({ mustChangePwd: 0 }))
  })

  test('is logged at both ends with the viewer and the person, who see it; and leads back', async () => {
    const { own, view } = await begin('branch', zheng)
    await view.call('session.endView')
    const [ended, begun] = await viewLogs()
    const row = {
      module: 1,
      operatorType: 1,
      operatorId: idOf('branch'),
      operatorName: '孙主管',
      targetType: 'lawyers',
      targetId: idOf(zheng),
      viewAsId: idOf(zheng),
    }
    expect(begun).toMatchObject({ ...row, summary: '孙主管开始以【郑律师】的视角查看' })
    expect(ended).toMatchObject({ ...row, summary: '孙主管结束以【郑律师】的视角查看' })
    expect([await codeOf(view), await codeOf(own)]).toEqual(['4003', '200'])
    for (const reader of ['branch', zheng]) {
      const { records } = await (await app.as(reader)).call('logs.getPageList')
      expect(records.filter(it => it.id === begun!.id || it.id === ended!.id)).toHaveLength(2)
    }
  })

  test('stands in the person’s list of sessions, which can end it', async () => {
    const person = await app.as(zheng)
    const { view } = await begin('branch', zheng)
    const [found] = (await person.call('session.sessions')).filter(it => it.viewerName === '孙主管')
    expect(found?.current).toBe(0)
    await person.call('session.endSessions', { id: found!.id })
    expect(await codeOf(view)).toBe('4003')
    const [ended] = await viewLogs()
    expect(ended).toMatchObject({ operatorId: idOf(zheng), summary: '孙主管结束以【郑律师】的视角查看' })
  })

  test('keeps what is the person’s own closed', async () => {
    const person = await app.as(zheng)
    await person.send('PUT', '/lawyer/card/draft', { body: { language: 'CN', values: '{"slogan":"draft"}' } })
    const { view } = await begin('admin', zheng)
    for (const [path, name] of [
      ['/lawyer/card/draft?language=CN', 'the draft'],
      ['/auth/sessions', 'the sessions'],
      ['/auth/factor', 'the second factor'],
      ['/auth/ossSign?scene=avatar&filename=a.png&size=10&mime=image%2Fpng', 'a signature for uploads'],
    ] as const)
      expect([name, (await view.send('GET', path)).body]).toEqual([name, expect.objectContaining(readOnly)])
    const { additions: offered } = await view.call('conf.app')
    expect(offered).toEqual(additionsInView)
    expect(additions.filter(it => !additionsInView.includes(it))).toContain('GET /lawyer/card/draft')
  })

  test('masks mobiles for an operator who looks as a main administrator', async () => {
    const { view } = await begin('system', 'admin')
    expect((await view.call('admins.one', { id: idOf('branch') })).mobile).toMatch(/\*/)
    expect((await view.call('lawyers.lawyerInfo', { id: idOf(zheng) })).mobile).toMatch(/\*/)
    expect((await view.send('GET', `/lawyer/lawyerInfo/${idOf(zheng)}?reveal=1`)).body).toMatchObject(
      readOnly,
    )
  })

  test('leaves messages unread, which opening one would change', async () => {
    await app.database.write(1, db =>
      db.insert(messages).values({
        firmId: 1,
        receiverType: 2,
        receiverId: idOf(zheng),
        type: 1,
        title: '通知',
        content: '内容',
      }),
    )
    const { view } = await begin('admin', zheng)
    const { records } = await view.call('messages.page')
    const [message] = records
    expect((await view.send('GET', `/message/${message!.id}`)).body).toMatchObject(readOnly)
    expect((await view.call('messages.page')).records[0]).toMatchObject({ id: message!.id, status: 0 })
  })

  test('cannot continue an upload that the person has begun', async () => {
    const film = { scene: 'video', size: 5000, mime: 'video/mp4', fingerprint: 'view-1' } as const
    const { key } = await (await app.as('admin2')).call('uploads.begin', film)
    const { view } = await begin('admin', 'admin2')
    const response = await app.fetch(`/upload/piece?key=${key}&offset=0`, {
      method: 'PUT',
      headers: { Token: view.token },
      body: pieceOfVideo(0, 5000),
    })
    expect(await response.json()).toMatchObject(readOnly)
  })

  test('logs what it was denied with the viewer as operator', async () => {
    const { view } = await begin('branch', zheng)
    expect((await view.send('POST', '/lawyer/card/createCard', { body: {} })).body).toMatchObject(readOnly)
    const [denied] = await app.database.read(1, db =>
      db.select().from(logs).where(eq(logs.action, 'denied')).orderBy(desc(logs.seq)).limit(1),
    )
    expect(denied).toMatchObject({
      operatorType: 1,
      operatorId: idOf('branch'),
      viewAsId: idOf(zheng),
      result: 0,
    })
  })
})

test('every call that writes is refused in a view, and nothing is written', async () => {
  const { view } = await begin('system', 'admin')
  const prepared = []
  for (const { title, name, call, make } of examples)
    if (call.who !== 'public') prepared.push({ title, name, call, input: (await make(stage)).input })
  const before = await snapshotOf(app)
  const wrong: unknown[] = []
  for (const { title, name, call, input } of prepared) {
    if (call.method === 'GET' || name === 'session.endView') continue
    const { address, method, body } = requestFor(call, input)
    const { body: answered } = await view.send(method, address, { body })
    if (answered.code !== '4030' || answered.message !== readOnly.message) wrong.push([title, answered])
  }
  expect(wrong).toEqual([])
  expect(await snapshotOf(app)).toEqual(before)
  expect(prepared.length).toBeGreaterThan(100)
})

test('every call that reads writes nothing in a view', async () => {
  const { view } = await begin('system', 'admin')
  const prepared = []
  for (const { title, call, make } of examples)
    if (call.method === 'GET') prepared.push({ title, call, input: (await make(stage)).input })
  const before = await snapshotOf(app)
  const failed: unknown[] = []
  for (const { title, call, input } of prepared) {
    const { address, method } = requestFor(call, input)
    const response = await app.fetch(address, { method, headers: { Token: view.token } })
    const { code } = response.headers.get('content-type')?.includes('json')
      ? ((await response.json()) as { code: string })
      : { code: '200' }
    if (code === '5000') failed.push(title)
  }
  expect(failed).toEqual([])
  expect(await snapshotOf(app)).toEqual(before)
})

describe('a view ends', () => {
  const endViewsAt = (now: Date) => runDueWork(app.database, { firmId: 1, work: 'endedViews' }, now)

  test('after 30 minutes, however much it is used, and its end is logged by the clock', async () => {
    // Deletes the views of other tests.
    await endViewsAt(new Date(app.clock.now().getTime() + 3_600_000))
    const { own, view } = await begin('admin', zheng)
    const count = (await viewLogs()).length
    app.clock.advance(29 * 60_000)
    expect(await codeOf(view)).toBe('200')
    app.clock.advance(61_000)
    expect([await codeOf(view), await codeOf(own)]).toEqual(['4003', '200'])
    await app.runJobs()
    const rows = await viewLogs()
    expect(rows).toHaveLength(count + 1)
    expect(rows[0]).toMatchObject({
      operatorName: '系统',
      viewAsId: idOf(zheng),
      summary: '赵主任结束以【郑律师】的视角查看',
    })
  })

  test('when the viewer signs out, which is logged', async () => {
    const { own, view } = await begin('admin', zheng)
    await own.call('session.logout')
    expect(await codeOf(view)).toBe('4003')
    expect((await viewLogs())[0]).toMatchObject({
      operatorId: idOf('admin'),
      summary: '赵主任结束以【郑律师】的视角查看',
    })
  })

  test('when the viewer’s session has lasted its time', async () => {
    const { own, view } = await begin('branch', zheng)
    const expireAt = new Date(app.clock.now().getTime() + 60_000)
    const isOwn = and(
      eq(sessions.population, 1),
      eq(sessions.userId, idOf('branch')),
      isNull(sessions.viewerId),
    )
    await app.database.write(1, db => db.update(sessions).set({ expireAt }).where(isOwn))
    expect([await codeOf(own), await codeOf(view)]).toEqual(['200', '200'])
    app.clock.advance(60_000)
    expect([await codeOf(own), await codeOf(view)]).toEqual(['4003', '4003'])
  })

  test('when the viewer’s session is ended elsewhere', async () => {
    const { own, view } = await begin('branch', zheng)
    await (await app.as('admin')).call('admins.kick', { id: idOf('branch'), reason: '手机遗失' })
    expect([await codeOf(own), await codeOf(view)]).toEqual(['4003', '4003'])
    await endViewsAt(app.clock.now())
    expect((await viewLogs())[0]).toMatchObject({ summary: '孙主管结束以【郑律师】的视角查看' })
  })

  test.each([
    ['is disabled', { status: 0 as const }],
    ['loses the level', { officeLevel: 4 as const }],
    ['moves to another office', { organizationId: 0 }],
  ])('when the viewer %s', async (_, values) => {
    const { view } = await begin('branch', zheng)
    expect(await codeOf(view)).toBe('200')
    const change =
      'organizationId' in values
        ? { organizationId: app.world.offices.get('南所')!, officeLevel: 4 as const }
        : values
    const set = (to: object) =>
      app.database.write(1, db =>
        db
          .update(admins)
          .set(to)
          .where(eq(admins.id, idOf('branch'))),
      )
    await set(change)
    expect(await codeOf(view)).toBe('4003')
    await set({ status: 1, officeLevel: 3, organizationId: app.world.offices.get('东所')! })
    expect(await codeOf(view)).toBe('200')
  })

  test('when the person can no longer sign in', async () => {
    const { view } = await begin('branch', zheng)
    await app.database.write(1, db =>
      db
        .update(lawyers)
        .set({ status: 3 })
        .where(eq(lawyers.id, idOf(zheng))),
    )
    expect(await codeOf(view)).toBe('4003')
    await app.database.write(1, db =>
      db
        .update(lawyers)
        .set({ status: 1 })
        .where(eq(lawyers.id, idOf(zheng))),
    )
  })

  test('when the person becomes an account of the operator', async () => {
    const { view } = await begin('branch', 'branch2')
    const set = (isSystem: 0 | 1) =>
      app.database.write(1, db =>
        db
          .update(admins)
          .set({ isSystem })
          .where(eq(admins.id, idOf('branch2'))),
      )
    await set(1)
    expect(await codeOf(view)).toBe('4003')
    await set(0)
    expect(await codeOf(view)).toBe('200')
  })

  test('not when the sessions of the person are ended by a new password', async () => {
    const { key, id } = await stage.lawyer()
    const [{ view }, person] = [await begin('admin', key), await app.asNew(key)]
    await stage.admin.call('lawyers.updatePassword', { id })
    expect([await codeOf(person), await codeOf(view)]).toEqual(['4003', '200'])
  })

  test('not when the person signs in or out', async () => {
    const { view } = await begin('admin', zheng)
    const person = await app.asNew(zheng)
    await person.call('session.logout')
    expect(await codeOf(view)).toBe('200')
  })
})

describe('a view may be opened', () => {
  test.each([
    ['admin', 'admin2', '200'],
    ['admin', 'branch', '200'],
    ['admin', zheng, '200'],
    ['admin', 'admin', '4091'],
    ['admin', 'system', '4040'],
    ['admin2', zheng, '4030'],
    ['branch', zheng, '200'],
    ['branch', 'branch2', '200'],
    ['branch', 'branch', '4091'],
    ['branch', 'south', '4040'],
    ['branch', 'admin', '4040'],
    ['branch', '13800000003', '4040'],
    ['branch2', zheng, '4030'],
    [zheng, '13800000001', '4030'],
    ['system', 'admin', '200'],
    ['system', zheng, '200'],
  ])('by %s as %s: %s', async (viewer, viewed, code) => {
    const path = `${groupOf(viewed) === 'admins' ? '/firmAccessUser' : '/lawyer'}/view/${idOf(viewed)}`
    const { body } = await (await app.asNew(viewer)).send('POST', path, { body: {} })
    expect(body.code).toBe(code)
  })

  test('only of an account that can sign in', async () => {
    await app.database.write(1, db =>
      db
        .update(lawyers)
        .set({ status: 3 })
        .where(eq(lawyers.id, idOf(zheng))),
    )
    await expect(begin('admin', zheng)).rejects.toEqual(refusal('4091'))
    await app.database.write(1, db =>
      db
        .update(lawyers)
        .set({ status: 1 })
        .where(eq(lawyers.id, idOf(zheng))),
    )
  })
})

// The last, because it lets two hours pass.
test('whoever looks at another account also keeps the own session from becoming idle', async () => {
  const { own, view } = await begin('branch', zheng)
  app.clock.advance(20 * 60_000)
  expect(await codeOf(view)).toBe('200')
  app.clock.advance(110 * 60_000)
  expect([await codeOf(own), await codeOf(view)]).toEqual(['200', '4003'])
})
