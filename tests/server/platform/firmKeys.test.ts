import { afterAll, beforeAll, expect, test } from 'vitest'

import { installationTables, referenceTables } from '../../../server/db/rules/firmTables.ts'
import { ownTables } from '../../../server/db/rules/ownTables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { type Asker, createAsker, boundCall } from '../../support/asking.ts'
import { examples } from '../../support/examples/index.ts'
import { queriesAcrossFirms, queriesInFunction, tablesWithFirm } from '../../support/firmStatements.ts'
import { consentWith } from '../../support/previewLinks.ts'
import { queriesOf } from '../../support/statements.ts'
import { setStage, type Stage } from '../../support/stage.ts'

// Firms can be sharded over databases by `firm_id`, for example with Citus: no constraint spans two firms,
// and every statement names the firm of each of its tables. That is also what keeps a firm among a thousand as fast as one
// alone: the policy of row-level security is no condition for an index.

let app: TestApp
let stage: Stage
let ask: Asker
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
  ask = createAsker(app)
})
afterAll(() => app.close())

/** Tables whose unique keys hold for the whole installation, each with the reason. */
const installationWideKeys: Readonly<Record<string, string>> = {
  hosts_pkey: 'a host name leads to one firm, and is looked up to learn which',
}

test('every table has a firm_id, except tables that are the same for all firms or belong to the installation', () => {
  const others = ownTables().filter(name => !tablesWithFirm.includes(name))
  expect(others.toSorted()).toEqual([...referenceTables, ...installationTables].toSorted())
})

test('every primary key and unique constraint of a table with a firm_id contains the firm_id', async () => {
  const { rows } = await app.database.pool.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name from pg_index i
      join pg_class c on c.oid = i.indrelid
      join pg_attribute f on f.attrelid = c.oid and f.attname = 'firm_id'
      where i.indisunique and f.attnum <> all(i.indkey)
        and (c.relname = any($1) or exists (select from pg_inherits p where p.inhrelid = c.oid and p.inhparent::regclass::text = any($1)))
      order by 1`,
    [tablesWithFirm],
  )
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(installationWideKeys))
})

test('every table with a firm_id has a primary key, and foreign keys between two such tables contain the firm_id', async () => {
  const { rows: keyless } = await app.database.pool.query(
    `select relname from pg_class c where relkind = 'r'
      and (relname = any($1) or exists (select from pg_inherits i where i.inhrelid = c.oid and i.inhparent::regclass::text = any($1)))
      and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
    [tablesWithFirm],
  )
  expect(keyless).toEqual([])
  const { rows: crossing } = await app.database.pool.query(
    `select k.conname from pg_constraint k
      join pg_attribute own on own.attrelid = k.conrelid and own.attname = 'firm_id'
      join pg_attribute other on other.attrelid = k.confrelid and other.attname = 'firm_id'
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace
        and array_position(k.conkey, own.attnum) is distinct from array_position(k.confkey, other.attnum)`,
  )
  expect(crossing).toEqual([])
})

test('the functions of triggers name the firm of each table in each of their statements', async () => {
  const { rows } = await app.database.pool.query<{ name: string; body: string }>(
    `select proname as name, prosrc as body from pg_proc p join pg_language l on l.oid = p.prolang
      where p.pronamespace = 'public'::regnamespace and l.lanname in ('plpgsql', 'sql') order by 1`,
  )
  const found = rows.flatMap(({ name, body }) => queriesInFunction(body).map(query => `${name}: ${query}`))
  expect(rows.map(({ name }) => name)).toContain('sort_lawyer')
  expect(found).toEqual([])
})

test.each(examples.map(it => [it.title, it] as const))(
  '%s names the firm of each table in each of its statements',
  async (_, { call, make }) => {
    const { input, by = stage.place.admin } = await make(stage)
    await ask(boundCall('session.self').call, by, {})
    const seen = await queriesOf(app.database.pool, async () => {
      expect(await ask(call, by, input)).toMatchObject({ code: '200' })
    })
    expect(seen.flatMap(({ text }) => queriesAcrossFirms(text))).toEqual([])
  },
)

test('what people without an account read and decide names the firm of each table in each of its statements', async () => {
  const { types, admin } = stage
  const { articleId } = await stage.article({
    kind: 3,
    typeId: types[3],
    caseInfo: { cause: '买卖合同纠纷' },
    parties: ['王小明'],
  })
  const { linkKey } = await admin.call('articles.askConsent', { articleId, recipient: '周敏' })
  const receipt = linkKey.split('').toReversed().join('')
  const post = async (path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json' }
    const response = await app.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(await response.json(), path).toMatchObject({ code: '200' })
  }
  const seen = await queriesOf(app.database.pool, async () => {
    await consentWith(app, linkKey)
    await post('/preview/receipt', { receipt })
    await post('/preview/receipt/withdraw', { receipt, reason: '不再同意' })
    for (const path of ['/verify?k=nothing', '/verify/keys', '/feed/articles']) await app.fetch(path)
  })
  expect(seen.flatMap(({ text }) => queriesAcrossFirms(text))).toEqual([])
})
