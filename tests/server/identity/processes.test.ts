import { readFile } from 'node:fs/promises'

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Envelope } from '../../support/app.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { folderOfFile } from '../../support/folder.ts'
import { runServer, type ServerProcess } from '../../support/process.ts'
import { statementsOf } from '../../support/statements.ts'

const dataDir = folderOfFile('processes')
let app: TestApp
let other: ServerProcess
/** Memory of the other process before its first request, in kB; null where the system does not report it. */
let heldAtStart: number | null = null
const heldBy = async ({ child }: ServerProcess) => {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
  const [, residentKb] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? []
  return residentKb === undefined ? null : Number(residentKb)
}
beforeAll(async () => {
  app = await startApp()
  other = runServer({ DATA_DIR: dataDir(), DATABASE_URL: app.database.url, SMS_PROVIDER: 'none' })
  await other.isListening()
  heldAtStart = await heldBy(other)
})
afterAll(async () => {
  await other.stop()
  await app.close()
})

test.runIf(process.platform === 'linux')('a server that has just started uses at most 220 MB', () => {
  expect(heldAtStart).not.toBeNull()
  expect(heldAtStart).toBeLessThanOrEqual(220 * 1024)
})

type Person = Awaited<ReturnType<TestApp['asNew']>>

/** Sends a call to the other process. */
const elsewhere = async ({ token }: Person, path = '/auth/self') =>
  (await (await other.get(`/api${path}`, { token })).json()) as Envelope
const change = (statement: ReturnType<typeof sql>) => app.database.write(1, db => db.execute(statement))

const admin = (set: ReturnType<typeof sql>, { id }: Person) => sql`update admins set ${set} where id = ${id}`

describe('D another process takes effect at the next call of', () => {
  test('an ended session', async () => {
    const person = await app.asNew('branch2')
    expect(await elsewhere(person)).toMatchObject({ code: '200' })
    await person.call('session.logout')
    expect(await elsewhere(person)).toMatchObject({ code: '4003' })
  })

  test.each([
    ['disabled', sql`status = 0`, sql`status = 1`, '4003'],
    ['removed', sql`deleted_at = now()`, sql`deleted_at = null`, '4003'],
    ['told to change the password', sql`must_change_pwd = 1`, sql`must_change_pwd = 0`, '4007'],
  ])('a person who was %s', async (_, set, back, code) => {
    const person = await app.asNew('branch2')
    expect(await elsewhere(person, '/firm/post')).toMatchObject({ code: '200' })
    await change(admin(set, person))
    expect(await elsewhere(person, '/firm/post')).toMatchObject({ code })
    await change(admin(back, person))
    expect(await elsewhere(person, '/firm/post')).toMatchObject({ code: '200' })
  })

  test('a changed level or office', async () => {
    const person = await app.asNew('branch')
    const read = async () => (await elsewhere(person)).data
    expect(await read()).toMatchObject({ officeLevel: 3, organizationId: person.organizationId })
    await change(admin(sql`office_level = 4, organization_id = organization_id + 1`, person))
    expect(await read()).toMatchObject({ officeLevel: 4, organizationId: person.organizationId + 1 })
    await change(admin(sql`office_level = 3, organization_id = organization_id - 1`, person))
  })

  test('a changed lawyer', async () => {
    const person = await app.asNew('13800000002')
    expect(await elsewhere(person)).toMatchObject({ code: '200' })
    await change(sql`update lawyers set status = 2 where id = ${person.id}`)
    expect(await elsewhere(person)).toMatchObject({ code: '4003' })
    await change(sql`update lawyers set status = 1 where id = ${person.id}`)
  })

  test('a feature switch of the firm', async () => {
    const person = await app.asNew('admin')
    const switched = (on: boolean) =>
      change(sql`update firms set app_conf_set = jsonb_build_object('adminFuncSwitch',
        jsonb_build_object('global', jsonb_build_object('lawyer', ${on}::boolean))) where firm_id = 1`)
    const path = '/lawyer/pageList?pageNum=1&pageSize=5'
    expect(await elsewhere(person, path)).toMatchObject({ code: '200' })
    await switched(false)
    expect(await elsewhere(person, path)).toMatchObject({ code: '4031' })
    await switched(true)
    expect(await elsewhere(person, path)).toMatchObject({ code: '200' })
  })
})

test('a write of a disabled person changes nothing', async () => {
  const person = await app.asNew('admin')
  const post = { postName: '顾问', postCode: 'Counsel', postLevel: 5, isPartner: 0, needLicence: 1, sort: 5 }
  const save = async () =>
    (await person.send('POST', '/firm/post', { body: { ...post, enabled: '1' } })).body.code
  await person.call('session.self')
  await change(admin(sql`status = 0`, person))
  const statements = await statementsOf(app.database.pool, async () => expect(await save()).toBe('4003'))
  expect(statements.filter(it => it.startsWith('insert'))).toEqual([])
  await change(admin(sql`status = 1`, person))
  expect(await save()).toBe('200')
})
