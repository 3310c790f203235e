import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import * as tables from '../../../server/db/tables.ts'
import { password, startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
let branch: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
  branch = await setStage(app, { office: '东所', admin: 'branch' }, stage.props)
  // Ids that are contained in no other number, so that they are found in any column, list, document or text.
  await app.database.write(1, db =>
    db.execute(sql`select setval(pg_get_serial_sequence('lawyers', 'id'), 7340000000)`),
  )
})
afterAll(() => app.close())

/** Tables that keep a mention of a deleted person, with the reason. */
const allowedRemains: Readonly<Record<string, string>> = {
  logs: 'the log is never changed',
  announcements: 'whom it was sent to is part of what was announced',
  articles: 'who wrote an article is kept with it (`createdBy`)',
  article_revisions: 'an earlier content is history; a restore leaves out who is gone',
  batches: 'who made a batch is kept with it (`createdBy`)',
  messages: 'what others were told of him names his page',
  files: 'a file goes when nothing names it any more (services/unusedFiles.ts)',
}

const mentioning = (id: number) =>
  app.database.read(1, async db => {
    const found: string[] = []
    for (const table of Object.values(tables).filter(it => is(it, PgTable))) {
      const { rows } = await db.execute(
        sql`select from ${table} where ${table}::text ~ ${`\\m${id}\\M`} limit 1`,
      )
      if (rows.length > 0) found.push(getTableName(table))
    }
    return found
  })
const danglingMentions = async (id: number) => (await mentioning(id)).filter(it => !(it in allowedRemains))

/** Actions of a person and about a person in every part of the product. */
const live = async (id: number, key: string) => {
  const lawyer = await app.as(key)
  const card = { language: 'CN', name: '样本律师', ...stage.needed } as const
  await lawyer.send('POST', '/lawyer/card/createCard?firmId=1', {
    body: card,
    headers: { 'Idempotency-Key': `key-${id}` },
  })
  await lawyer.call('cards.keepDraft', { language: 'CN', values: '{"slogan":"未完"}' })
  await lawyer.call('articles.keepDraft', { kind: 2, values: '{"title":"未完"}' })
  await app.database.write(1, db =>
    db.insert(tables.securityQuestions).values({
      firmId: 1,
      population: 2,
      userId: id,
      question: '小学班主任的姓名',
      answerHash: '',
      updatedAt: app.clock.now(),
    }),
  )
  const { articleId } = await branch.article({ lawyerIds: [id] })
  await branch.admin.call('articles.remove', { articleId })
  await branch.admin.call('announcements.announce', {
    audience: 3,
    lawyerIds: [id],
    title: '通知',
    content: '请查收。',
  })
  await branch.admin.call('lawyers.requestTransfer', {
    id,
    organizationId: stage.organizationId,
    reason: '团队调整',
  })
  return articleId
}

test('nothing of a person remains after the purge, except what is listed', async () => {
  const { id, key } = await branch.lawyer()
  const articleId = await live(id, key)
  const before = await mentioning(id)
  for (const table of ['lawyers', 'cards', 'card_drafts', 'article_drafts', 'article_lawyers', 'sessions'])
    expect(before).toContain(table)
  for (const table of ['transfer_requests', 'messages', 'security_questions', 'idempotency_keys'])
    expect(before).toContain(table)
  await stage.admin.send('DELETE', `/lawyer/remove/${id}`, { body: { reason: '录入有误' } })
  const { body } = await stage.admin.send('DELETE', `/lawyer/purge/${id}`, {
    body: { reason: '本人要求', confirmPassword: password },
  })
  expect(body.code).toBe('200')
  expect(await danglingMentions(id)).toEqual([])
  // An article that named the person in the bin is restored without the name.
  await branch.admin.call('recycledArticles.restore', { id: articleId })
  expect((await branch.admin.call('articles.one', { articleId })).lawyerIds).toEqual([])
})

test('nothing of people remains after their import is undone, nor a request that nobody can answer', async () => {
  const list = [
    {
      name: '误导入',
      mobile: `1331009${stage.next()}`,
      organizationId: branch.organizationId,
      personType: 2 as const,
    },
  ]
  const { batchId, rows } = await branch.admin.call('lawyers.addList', { list, source: 2 })
  const id = rows[0]!.id!
  await branch.admin.call('lawyers.requestTransfer', {
    id,
    organizationId: stage.organizationId,
    reason: '团队调整',
  })
  expect(await mentioning(id)).toContain('transfer_requests')
  await branch.admin.call('imports.undo', { batchId: batchId! })
  expect(await danglingMentions(id)).toEqual([])
  const { records } = await stage.admin.call('transfers.page', { pageSize: 200 })
  expect(records.filter(it => it.lawyerName === '误导入')).toEqual([])
})
