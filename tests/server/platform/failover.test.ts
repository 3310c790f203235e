import { describe, expect, it, test } from 'vitest'

import { connectionBy, serversOf } from '../../../server/db/connection/severalServers.ts'
import { runFailover } from '../../support/failoverRun.ts'
import { whyNoSystemPostgres } from '../../support/systemPostgres.ts'

describe('database address with several servers', () => {
  it.each([
    ['postgresql://me:pw@a:5433,b/x', ['a:5433', 'b:5432']],
    ['postgresql://me:pw@a,b:5433/x?target_session_attrs=read-write', ['a:5432', 'b:5433']],
    ['postgresql://me@[::1]:5433,[::2]/x', ['::1:5433', '::2:5432']],
    ['postgresql://me@localhost/x?host=/run/a,/run/b&port=5433', ['/run/a:5433', '/run/b:5433']],
    ['postgresql://me@localhost/x?host=%2Frun%2Fa&port=5433', ['/run/a:5433']],
    ['postgresql://me@a/x', ['a:5432']],
  ])('%s names several servers', (address, servers) => {
    expect(serversOf(address).servers.map(({ host, port }) => `${host}:${port}`)).toEqual(servers)
  })

  it('works like any other address in the rest of the program', () => {
    expect(connectionBy('postgresql://me:p%40w@a:5433,b/x')).toMatchObject({
      user: 'me',
      password: 'p@w',
      host: 'a',
      port: 5433,
      database: 'x',
    })
    expect(connectionBy('postgresql://me@a/x')).not.toHaveProperty('stream')
    // One name may lead to several servers.
    expect(connectionBy('postgresql://me@a/x?target_session_attrs=primary')).toHaveProperty('stream')
  })
})

const reason = whyNoSystemPostgres()

test.skipIf(reason)(
  `loses no acknowledged write when a standby is promoted, and calls recover without a restart${reason ? ` (${reason})` : ''}`,
  async () => {
    const measured = await runFailover({ beforeMs: 1_500, afterMs: 1_500, promoteAfterMs: 300 })
    expect(measured.acknowledged).toBeGreaterThan(20)
    expect(measured.acknowledgedAfterwards).toBeGreaterThan(0)
    expect(measured.lost).toEqual([])
    // 5030 is 数据库暂不可用 (database unavailable); calls may fail with this code and with no other.
    expect(Object.keys(measured.codes).filter(code => code !== '5030')).toEqual([])
    expect(measured.chosen).toBe('standby')
    expect(measured.isLogWhole, measured.verified).toBe(true)
  },
)
