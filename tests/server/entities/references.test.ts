import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { resources } from '../../../resources/index.ts'
import type { Field } from '../../../resources/kit/index.ts'
import { articles, categories, lawyers, offices } from '../../../server/db/tables.ts'
import { type Envelope, startApp, type TestApp } from '../../support/app.ts'
import { inputOf } from '../../support/articles.ts'
import { type Asker, createAsker, boundCall, type Values } from '../../support/asking.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
let ask: Asker
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
  ask = createAsker(app)
})
afterAll(() => app.close())

type Client = { query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }> }

/**
 * Runs a transaction beside those of the calls; `waiting` resolves when this many of them wait for its locks.
 */
const beside = async <T>(
  work: (client: Client, waiting: (count?: number) => Promise<void>) => Promise<T>,
): Promise<T> => {
  const client = await app.database.pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.firm_id', '1', true)`)
    const waiting = (count = 1) =>
      vi.waitFor(async () => {
        await client.query('select pg_stat_clear_snapshot()')
        const { rows } = await client.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(rows).toHaveLength(count)
      }, 60_000)
    const result = await work(client, waiting)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const send = (name: string, input: object, by = 'admin') =>
  ask(boundCall(name).call, by, { reason: '团队调整', ...input } as Values)
const call = (name: string, input: object, by = 'admin') => ask(boundCall(name).call, by, input as Values)

/** Removes each kind of referenced record, with the locks that its removal takes. */
const removals = {
  category: (id: number) => ['categories', 'type_id', id, 'delete from categories where type_id = $1'],
  profession: (id: number) => ['self_professions', 'id', id, 'delete from self_professions where id = $1'],
  position: (code: string) => ['positions', 'post_code', code, 'delete from positions where post_code = $1'],
  office: (id: number) => [
    'offices',
    'organization_id',
    id,
    'update offices set status = 0, deleted_at = now() where organization_id = $1',
  ],
  lawyer: (id: number) => ['lawyers', 'id', id, 'update lawyers set deleted_at = now() where id = $1'],
} as const

type Gone = readonly (string | number)[]
type Trial = {
  name: string
  input: object
  by?: string
  goes: Gone
  code: string
  /** The field that carries the error. */
  at?: string
  /** The answer of a batch, whose rows have results of their own. */
  data?: object
}

const category = async () =>
  (await stage.admin.call('categories.add', { kind: 2, typeName: `分类${stage.next()}` })).typeId
const profession = async () => (await stage.admin.call('professions.add', { name: `领域${stage.next()}` })).id
const position = async () => {
  const postName = `职位${stage.next()}`
  const postCode = `Post ${stage.next()}`
  await stage.admin.call('positions.add', {
    postName,
    postCode,
    postLevel: 9,
    isPartner: 0,
    needLicence: 0,
    sort: 0,
    enabled: '1',
  })
  return { postName, postCode }
}
const draft = (more: object) => inputOf(app, stage.types, { organizationId: stage.organizationId, ...more })

const trials: Readonly<Record<string, () => Promise<Trial>>> = {
  'articles.typeId': async () => {
    const typeId = await category()
    return {
      name: 'articles.add',
      input: draft({ typeId }),
      goes: removals.category(typeId),
      code: '4220',
      at: 'typeId',
    }
  },
  'articles.typeId, changed': async () => {
    const [{ articleId, version }, typeId] = [await stage.article(), await category()]
    const input = { articleId, version, typeId }
    return { name: 'articles.update', input, goes: removals.category(typeId), code: '4220', at: 'typeId' }
  },
  'articles.organizationId': async () => {
    const { organizationId } = await stage.office()
    const input = draft({ organizationId })
    return {
      name: 'articles.add',
      input,
      goes: removals.office(organizationId),
      code: '4220',
      at: 'organizationId',
    }
  },
  'articles.lawyerIds': async () => {
    const { id } = await stage.lawyer()
    const input = draft({ lawyerIds: [id] })
    return { name: 'articles.add', input, goes: removals.lawyer(id), code: '4220', at: 'lawyerIds' }
  },
  'articles.professional': async () => {
    const id = await profession()
    const input = draft({ professional: JSON.stringify([id]) })
    return { name: 'articles.add', input, goes: removals.profession(id), code: '4220', at: 'professional' }
  },
  'recycledArticles.typeId': async () => {
    const [{ articleId }, typeId] = [await stage.article(), await category()]
    await stage.admin.call('articles.remove', { articleId })
    const input = { id: articleId, typeId, reason: undefined }
    return {
      name: 'recycledArticles.restore',
      input,
      goes: removals.category(typeId),
      code: '4220',
      at: 'typeId',
    }
  },
  'cards.workPosition': async () => {
    const [{ id: lawyerId }, workPosition] = [await stage.lawyer(), await position()]
    const input = { lawyerId, language: 'CN', name: '样本律师', workPosition }
    return {
      name: 'cards.createCard',
      input,
      goes: removals.position(workPosition.postCode),
      code: '4220',
      at: 'workPosition',
    }
  },
  'cards.professions': async () => {
    const [{ id, version }, wanted] = [await stage.card(), await profession()]
    const input = { id, version, professions: [{ type: 'self', id: wanted }] }
    return { name: 'cards.update', input, goes: removals.profession(wanted), code: '4220', at: 'professions' }
  },
  'cards.professions, corrected': async () => {
    const [{ id, version }, wanted] = [await stage.submittedCard(), await profession()]
    const input = { id, version, auditStatus: 2, patch: { professions: [{ type: 'self', id: wanted }] } }
    return { name: 'cards.adminAuditCard', input, goes: removals.profession(wanted), code: '4220' }
  },
  'cards.lawyerId': async () => {
    const { id: lawyerId } = await stage.lawyer()
    const input = { lawyerId, language: 'CN', name: '样本律师' }
    return { name: 'cards.createCard', input, goes: removals.lawyer(lawyerId), code: '4040' }
  },
  'lawyers.organizationId': async () => {
    const { organizationId } = await stage.office()
    const list = [{ name: '新律师', mobile: `1380009${stage.next()}`, organizationId, personType: 2 }]
    return {
      name: 'lawyers.addList',
      input: { list, mode: 'all', dryRun: 0 },
      goes: removals.office(organizationId),
      code: '200',
      data: { success: 0, rows: [{ ok: 0, errors: { organizationId: '请选择所属律所' } }] },
    }
  },
  'lawyers.organizationId, moved': async () => {
    const [{ id }, { organizationId }] = [await stage.lawyer(), await stage.office()]
    const input = { id, version: 1, organizationId, reason: '团队调整' }
    return {
      name: 'lawyers.update',
      input,
      goes: removals.office(organizationId),
      code: '4220',
      at: 'organizationId',
    }
  },
  'recycled.organizationId': async () => {
    const [{ id }, { organizationId }] = [await stage.lawyer(), await stage.office()]
    await stage.admin.send('DELETE', `/lawyer/remove/${id}`, { body: { reason: '录入有误' } })
    const input = { id, organizationId, reason: '误删' }
    return {
      name: 'recycled.restore',
      input,
      goes: removals.office(organizationId),
      code: '4220',
      at: 'organizationId',
    }
  },
  'lawyers.organizationId, asked for': async () => {
    const branch = await setStage(app, { office: '东所', admin: 'branch' }, stage.props)
    const [{ id }, { organizationId }] = [await branch.lawyer(), await stage.office()]
    const input = { id, organizationId, reason: '团队调整' }
    return {
      name: 'lawyers.requestTransfer',
      by: 'branch',
      input,
      goes: removals.office(organizationId),
      code: '4220',
      at: 'organizationId',
    }
  },
  'admins.organizationId': async () => {
    const { organizationId } = await stage.office()
    const input = {
      name: '新管理员',
      account: `new${stage.next()}`,
      mobile: `1350009${stage.next()}`,
      organizationId,
      officeLevel: 4,
    }
    return {
      name: 'admins.add',
      input,
      goes: removals.office(organizationId),
      code: '4220',
      at: 'organizationId',
    }
  },
}

test.each(Object.keys(trials))(
  '%s is refused when its reference is removed at the same time',
  async title => {
    const { name, input, by, goes, code, at, data } = await trials[title]!()
    const [table, key, value, removal] = goes
    const answer = await beside(async (client, waiting) => {
      await client.query(`select from ${table} where ${key} = $1 for update`, [value])
      const pendingAnswer = call(name, input, by)
      await Promise.race([
        waiting(),
        pendingAnswer.then(it => Promise.reject(new Error(`not held: ${JSON.stringify(it)}`))),
      ])
      await client.query(String(removal), [value])
      return { asked: pendingAnswer }
    })
    const envelope: Envelope = await answer.asked
    expect(envelope).toMatchObject({
      code,
      ...(at && { data: { errors: { [at]: expect.any(String) } } }),
      ...(data && { data }),
    })
  },
)

/** References that no call writes concurrently with a removal, each with its reason. */
const exemptReferences: Readonly<Record<string, string>> = {
  'announcements.organizationIds': 'a message is sent and refers to nobody afterwards',
  'announcements.lawyerIds': 'a message is sent and refers to nobody afterwards',
  'announcements.adminIds': 'a message is sent and refers to nobody afterwards',
  'professions.mapTo': 'the official professions are never removed',
  'categories.moveTo': 'both rows are locked by the one who removes',
  'positions.moveTo': 'both rows are locked by the one who removes',
  'professions.moveTo': 'both rows are locked by the one who removes',
  'mpIndex.content': 'who is not there any more is left out where it is shown',
  'shareCover.orgCovers': 'an office that is closed keeps its picture',
}

const isReference = (field: Field): boolean =>
  field.kind === 'reference' ||
  field.kind === 'references' ||
  (field.kind === 'custom' && (field.widget === 'professions' || field.widget === 'workPosition')) ||
  ('fields' in field && field.fields !== undefined && Object.values(field.fields).some(isReference))

test('every reference that a form or a dialog writes is tried', () => {
  const written = resources.flatMap(({ name, fields, form, actions }) => {
    const formFields = Object.values(form)
      .flat()
      .filter(it => fields[it] && isReference(fields[it]))
    const askedFields = Object.values(actions).flatMap(({ ask: answers = {} }) =>
      Object.entries(answers).flatMap(([key, field]) => (isReference(field) ? [key] : [])),
    )
    return [...formFields, ...askedFields].map(
      it => `${/^(trends|cases|videos)$/.test(name) ? 'articles' : name}.${it}`,
    )
  })
  const testedReferences = new Set([
    ...Object.keys(trials).map(it => it.split(',')[0]!),
    ...Object.keys(exemptReferences),
  ])
  expect([...new Set(written)].filter(it => !testedReferences.has(it))).toEqual([])
})

const peopleIn = (organizationId: number) =>
  app.database.read(1, db =>
    db.$count(lawyers, and(eq(lawyers.firmId, 1), eq(lawyers.organizationId, organizationId))),
  )

describe('D a removal waits for transactions that already refer to the record, and finds their use', () => {
  test('keeps a category to which an article is being added', async () => {
    const [typeId, { articleId }] = [await category(), await stage.article()]
    const { asked } = await beside(async (client, waiting) => {
      await client.query('select from categories where type_id = $1 for key share', [typeId])
      await client.query('update articles set type_id = $1 where article_id = $2', [typeId, articleId])
      const removal = send('categories.remove', { typeId, reason: undefined })
      await waiting()
      return { asked: removal }
    })
    expect(await asked).toMatchObject({ code: '4093', data: { refs: [{ type: 'articles', count: 1 }] } })
  })

  test('leaves nobody in an office that is closed while a person moves to it', async () => {
    const [{ organizationId }, { id }] = [await stage.office(), await stage.lawyer()]
    const { asked } = await beside(async (client, waiting) => {
      await client.query('select from offices where organization_id = $1 for key share', [organizationId])
      await client.query('update lawyers set organization_id = $1 where id = $2', [organizationId, id])
      const closing = send('offices.close', { organizationId, version: 1, peopleTo: stage.organizationId })
      await waiting()
      return { asked: closing }
    })
    expect(await asked).toMatchObject({ code: '200' })
    expect(await peopleIn(organizationId)).toBe(0)
  })

  test('of two categories that replace each other, one stays', async () => {
    const [firstId, secondId] = [await category(), await category()]
    const { articleId } = await stage.article({ typeId: firstId })
    const answers = await beside(async (client, waiting) => {
      await client.query('select from categories where type_id = $1 for update', [
        Math.min(firstId, secondId),
      ])
      const removals = [
        call('categories.remove', { typeId: firstId, moveTo: secondId }),
        call('categories.remove', { typeId: secondId, moveTo: firstId }),
      ]
      await waiting(2)
      return { removals }
    })
    const codes = (await Promise.all(answers.removals)).map(it => it.code)
    expect(codes.toSorted()).toEqual(['200', '4040'])
    const remainingRows = await app.database.read(1, db =>
      db
        .select({ typeId: categories.typeId })
        .from(categories)
        .where(sql`${categories.typeId} in (${firstId}, ${secondId})`),
    )
    const [article] = await app.database.read(1, db =>
      db.select({ typeId: articles.typeId }).from(articles).where(eq(articles.articleId, articleId)),
    )
    expect(remainingRows).toEqual([article])
  })

  test('of two offices that move their people to each other, one stays open', async () => {
    const [firstId, secondId] = [await stage.office(), await stage.office()].map(it => it.organizationId)
    for (const organizationId of [firstId!, secondId!]) {
      const { id } = await stage.lawyer()
      await app.database.write(1, db => db.update(lawyers).set({ organizationId }).where(eq(lawyers.id, id)))
    }
    const answers = await beside(async (client, waiting) => {
      await client.query('select from offices where organization_id = $1 for update', [
        Math.min(firstId!, secondId!),
      ])
      const close = (organizationId: number, peopleTo: number) =>
        send('offices.close', { organizationId, version: 1, peopleTo })
      const closings = [close(firstId!, secondId!), close(secondId!, firstId!)]
      await waiting(2)
      return { closings }
    })
    expect((await Promise.all(answers.closings)).map(it => it.code).toSorted()).toEqual(['200', '4220'])
    const open = await app.database.read(1, db =>
      db.$count(
        offices,
        and(sql`${offices.organizationId} in (${firstId}, ${secondId})`, eq(offices.status, 1)),
      ),
    )
    expect(open).toBe(1)
  })
})
