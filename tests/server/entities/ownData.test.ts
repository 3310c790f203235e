import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { files } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
})
afterAll(() => app.close())

type Row = Readonly<Record<string, unknown>>

/** The files of the caller's archive by name; JSON files are parsed. */
const archiveOf = async (who: string) => {
  const { token } = await app.as(who)
  const response = await app.fetch('/privacy/archive', {
    method: 'POST',
    headers: { Token: token, 'Content-Type': 'application/json' },
    body: '{}',
  })
  expect(response.headers.get('content-type')).toBe('application/zip')
  const parts = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const rows = (name: string) => JSON.parse(strFromU8(parts[`${name}.json`]!)) as Row[]
  return { parts, rows }
}

test('an archive has the record, cards, articles, messages, log rows, sessions and uploads of its person alone', async () => {
  const { id, lawyerId, key } = await stage.publishedCard()
  const { articleId } = await stage.article({ lawyerIds: [lawyerId] })
  await stage.admin.call('lawyers.lawyerInfo', { id: lawyerId, reveal: 1 })
  const path = `1/2-${lawyerId}/picture.webp`
  app.outbox.files.set(path, new TextEncoder().encode('a picture'))
  await app.database.write(1, db =>
    db.insert(files).values({
      firmId: 1,
      path,
      ownerPopulation: 2,
      ownerId: lawyerId,
      scene: 'avatar',
      mime: 'image/webp',
      size: 9,
    }),
  )
  const { parts, rows } = await archiveOf(key)
  expect(rows('person')).toMatchObject([{ id: lawyerId, mobile: key }])
  expect(rows('cards')).toMatchObject([{ id, lawyerId }])
  expect(rows('cardVersions').length).toBeGreaterThan(2)
  expect(rows('articles').map(row => row['articleId'])).toEqual([articleId])
  expect(rows('messages').length).toBeGreaterThan(0)
  expect(rows('sessions').length).toBeGreaterThan(0)
  expect(rows('log').map(row => row['action'])).toEqual(
    expect.arrayContaining(['reveal', 'approve', 'export']),
  )
  expect(rows('uploads')).toMatchObject([{ path }])
  expect(strFromU8(parts[`files/1-2-${lawyerId}-picture.webp`]!)).toBe('a picture')
  // No secrets, and nobody else's rows.
  const all = Object.values(parts)
    .map(part => strFromU8(part))
    .join('\n')
  expect(all).not.toMatch(/passwordHash|tokenHash|scrypt/)
  for (const name of ['messages', 'sessions'])
    for (const row of rows(name))
      expect([row['receiverId'], row['userId']].filter(it => it !== undefined)).toEqual([lawyerId])
})

test('an archive leaves out what the firm keeps from the person: the remark, in the record and in the log', async () => {
  const { id, key } = await stage.lawyer()
  const { version } = await stage.admin.call('lawyers.lawyerInfo', { id })
  await stage.admin.call('lawyers.update', { id, version, remark: '待谈续约', team: '争议解决' })
  const { parts, rows } = await archiveOf(key)
  expect(rows('person')).toMatchObject([{ team: '争议解决' }])
  expect(rows('person')[0]).not.toHaveProperty('remark')
  expect(rows('log').filter(row => row['action'] === 'update')).toMatchObject([
    { diff: [{ field: 'team', after: '争议解决' }] },
  ])
  for (const part of Object.values(parts)) expect(strFromU8(part)).not.toMatch(/待谈续约|备注/)
})

test('an administrator exports the own data, and the export is in the own timeline and log', async () => {
  const { id } = app.world.people.get('branch')!
  const { rows } = await archiveOf('branch')
  expect(rows('person')).toMatchObject([{ id, account: 'branch' }])
  const branch = await app.as('branch')
  const { entries } = await branch.call('timeline.page', { type: 'admins', id, kind: 'export' })
  expect(entries).toMatchObject([{ action: 'export', text: '【孙主管】导出了本人的全部数据' }])
})

test('a person sees who revealed the own mobile, and when', async () => {
  const { id, key } = await stage.lawyer()
  await stage.admin.call('lawyers.lawyerInfo', { id, reveal: 1 })
  const lawyer = await app.as(key)
  const { entries } = await lawyer.call('timeline.page', { type: 'lawyers', id, kind: 'reveal' })
  expect(entries).toMatchObject([{ action: 'reveal', by: '赵主任' }])
  expect(Date.parse(entries[0]!.at)).toBeGreaterThan(0)
})
