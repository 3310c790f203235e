import type pg from 'pg'

import { DatabaseDown } from './connectionErrors.ts'

// A server becomes a standby only by a restart, which ends its connections. So whether a connection leads to the primary
// is asked once, when it is made: a proxy may still lead to the former primary then. Behind a pooler, which keeps its
// clients connected, the first write notices it (open.ts).

export const isStandby = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"')
  return rows[0]!.isStandby
}

/** Rejects with DatabaseDown if the server of this connection accepts no writes. */
export const requirePrimary = async (client: pg.ClientBase): Promise<void> => {
  if (await isStandby(client)) throw new DatabaseDown('the server of this connection is a standby')
}
