import { resolve } from 'node:path'
import type pg from 'pg'

/** A separate schema, which exists before the tables and is not part of backups. */
const SCHEMA = 'restore'

/** The backup file of an unfinished restore, whose rows, files and constraints are incomplete. */
export const unfinishedRestore = async (client: pg.ClientBase): Promise<string | undefined> => {
  const { rows } = await client.query<{ there: boolean }>(
    `select exists (select from information_schema.tables
      where table_schema = $1 and table_name = 'unfinished') as there`,
    [SCHEMA],
  )
  if (!rows[0]?.there) return undefined
  const marked = await client.query<{ file: string }>(`select file from ${SCHEMA}.unfinished`)
  return marked.rows[0]?.file
}

export const markRestore = async (client: pg.ClientBase, file: string): Promise<void> => {
  await client.query(`begin; create schema if not exists ${SCHEMA};
    create table if not exists ${SCHEMA}.unfinished (file text not null);
    grant usage on schema ${SCHEMA} to public;
    grant select on ${SCHEMA}.unfinished to public;
    delete from ${SCHEMA}.unfinished`)
  await client.query(`insert into ${SCHEMA}.unfinished values ($1)`, [resolve(file)])
  await client.query('commit')
}

export const unmarkRestore = (client: pg.ClientBase) => client.query(`drop schema ${SCHEMA} cascade`)

export const refuseUnfinished = async (client: pg.ClientBase): Promise<void> => {
  const file = await unfinishedRestore(client)
  if (file === undefined) return
  throw new Error(
    `上次恢复没有完成，数据不完整：请运行 npm run cli -- restore ${file} 继续恢复，完成后再启动；a restore did not finish: run it again with this file, or with another one`,
  )
}
