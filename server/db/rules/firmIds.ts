import type pg from 'pg'
import { withClient } from '../migrate.ts'
import { readEveryFirm } from './rules.ts'

/** The ids of all firms; for commands, which have no session that names the firm. */
export const firmIds = (connection: pg.ClientConfig): Promise<number[]> =>
  withClient(connection, async client => {
    await client.query('begin read only')
    await readEveryFirm(client)
    const { rows } = await client.query<{ id: number }>('select firm_id as id from firms order by 1')
    await client.query('commit')
    return rows.map(({ id }) => id)
  })
