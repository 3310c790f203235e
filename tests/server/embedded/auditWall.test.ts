import { beforeAll, describe, expect, it } from 'vitest'

import { logProtection } from '../../../server/db/rules/auditWall.ts'
import { type Embedded, startEmbedded } from '../../../server/db/embedded/embedded.ts'
import { migrate, withClient } from '../../../server/db/migrate.ts'
import { openDatabase } from '../../../server/db/connection/open.ts'
import { firmConfigs, firms, logs } from '../../../server/db/tables.ts'
import { appendLogEntries } from '../../../server/services/audit/audit.ts'
import { expireLogs } from '../../../server/services/audit/logExpiry.ts'
import { folderOfFile } from '../../support/folder.ts'

const folder = folderOfFile('wall')
let embedded: Embedded
beforeAll(async () => {
  embedded = await startEmbedded({ dataDir: folder(), fsync: false })
  const { connection, superuser, server } = embedded
  await migrate(connection, { superuser, server })
  await migrate(connection, { superuser, server })
  return embedded.stop
})

const asServer = (statement: string) => withClient(embedded.server, client => client.query(statement))

describe('D the database role of the server', () => {
  it('owns nothing, and may only read and append to the log', async () => {
    expect(await withClient(embedded.server, logProtection)).toEqual({
      hasTrigger: true,
      isOwner: false,
      isSuperuser: false,
      changes: [],
    })
  })

  it.each([
    'alter table logs disable trigger append_only',
    'drop trigger append_only on logs',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'update logs set summary = $$x$$',
    'delete from logs',
    'truncate logs',
    'alter table logs disable row level security',
    'grant all on logs to public',
    'set role tenant_admin',
  ])('cannot %s', async statement => {
    const outcome = await asServer(statement).then(
      () => 'done',
      (error: unknown) => String(error),
    )
    // Granting a right that one does not hold only gives a warning.
    if (!statement.startsWith('grant')) expect(outcome).toMatch(/must be owner|permission denied/)
    expect(await withClient(embedded.server, logProtection)).toMatchObject({ hasTrigger: true, changes: [] })
  })

  it('can use every other table, within row-level security', async () => {
    const database = await openDatabase({ connection: embedded.server })
    const origin = { caller: null, firmId: 1, now: new Date(), requestId: 'r', ip: '', device: '' }
    await database.write(1, async db => {
      await db.insert(firms).values({ firmId: 1, name: '律所', shortName: '律所' })
      await db.update(firms).set({ intro: '改' })
      await appendLogEntries(db, origin, [{ module: 11, action: 'config', summary: '一' }])
    })
    expect(await database.read(1, db => db.select().from(logs))).toMatchObject([{ summary: '一', seq: 1 }])
    expect(await database.read(2, db => db.select().from(firms))).toEqual([])
    await database.write(1, db => db.delete(firms))
    await database.close()
  })

  it('cannot remove old log rows, which only the owner of the tables can', async () => {
    const server = await openDatabase({ connection: embedded.server })
    const owner = await openDatabase({ connection: embedded.connection, max: 1 })
    await server.write(1, db =>
      db.insert(firmConfigs).values({ firmId: 1, key: 'system', value: { security: { logMonths: 6 } } }),
    )
    const later = new Date(Date.now() + 400 * 24 * 3_600_000)
    const retention = { logMonths: null, archiveLog: () => Promise.resolve() }
    await expect(expireLogs(server, 1, later, retention)).rejects.toMatchObject({
      cause: { message: 'permission denied for table logs' },
    })
    expect(await expireLogs(owner, 1, later, retention)).toBe(1)
    const rows = await server.read(1, db => db.select().from(logs))
    expect(rows).toMatchObject([{ seq: 2, action: 'expire' }])
    await Promise.all([server.close(), owner.close()])
    expect(await withClient(embedded.server, logProtection)).toMatchObject({ hasTrigger: true, changes: [] })
  })
})
