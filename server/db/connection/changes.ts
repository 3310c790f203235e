import type pg from 'pg'

// What a process remembers of the sessions it has to know when to forget. The database notifies every connection of a
// change (migration 0012), and what it has to say to a connection it says before it is ready for the next statement: so
// whoever was answered by a statement has heard of all that was committed before he asked. A connection that is lost
// answers nobody.

const channel = 'sessions_changed'

export const createChanges = () => {
  const counts = new Map<string, number>()
  let all = 0
  const count = (firm: string) => {
    if (firm === '') all += 1
    else counts.set(firm, (counts.get(firm) ?? 0) + 1)
  }
  return {
    /** Rises when anything that a session of the firm follows from has changed. */
    countOf: (firmId: number) => all + (counts.get(String(firmId)) ?? 0),
    /** Has to be done before a connection is used. */
    listenOn: async (client: pg.ClientBase) => {
      client.on('notification', ({ payload = '' }) => count(payload))
      // A page is read by one worker: to start others takes longer, and the processors are those of other requests.
      await client.query(`listen ${channel}; set max_parallel_workers_per_gather = 0`)
      // Of what was committed before, this connection will not hear.
      all += 1
    },
  }
}
