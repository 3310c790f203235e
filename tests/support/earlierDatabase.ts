import { createReadStream, globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { onTestFinished } from 'vitest'

import type { Manifest } from '../../server/db/backup/backupFormat.ts'
import { withBackup } from '../../server/db/backup/restore.ts'
import { createTables, withClient } from '../../server/db/migrate.ts'
import { withoutForeignKeys } from '../../server/db/rules/foreignKeys.ts'
import { protectLogs, separateFirms } from '../../server/db/rules/rules.ts'
import { emptyDatabase } from './database.ts'

const quote = pg.escapeIdentifier

/**
 * Databases of earlier releases with rows in every table, the oldest first; `npm run db:fixture` adds one of
 * the present release.
 */
export const earlierDatabases: readonly string[] = globSync(
  join(import.meta.dirname, '../fixtures/database-*.tar'),
)
  .map(path => basename(path))
  .toSorted()

const fill = async (client: pg.Client, folder: string, { tables, sequences }: Manifest): Promise<void> => {
  await client.query('begin')
  await withoutForeignKeys(client, async () => {
    for (const { name, columns } of tables) {
      const target = client.query(
        copyFrom(`copy ${quote(name)} (${columns.map(quote).join(', ')}) from stdin`),
      )
      await pipeline(createReadStream(join(folder, `${name}.copy.gz`)), createGunzip(), target)
    }
  })
  for (const [name, value] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2)', [quote(name), value])
  await client.query('commit')
}

/**
 * A database as an earlier release left it, including its constraints, before an upgrade. Unlike a restore it
 * keeps sessions and codes. `change` modifies the rows before the constraints apply.
 */
export const earlierDatabase = async (
  name: string,
  change: (client: pg.Client) => Promise<unknown> = async () => undefined,
) => {
  const { connection, url, drop } = await emptyDatabase()
  onTestFinished(drop)
  const file = join(import.meta.dirname, '../fixtures', name)
  const manifest = await withBackup(file, async ({ folder, manifest: written }) => {
    await withClient(connection, async client => {
      await createTables(client, written.version)
      await fill(client, folder, written)
      await change(client)
      await separateFirms(client)
      await protectLogs(client)
    })
    return written
  })
  return { connection, url, manifest, file }
}
