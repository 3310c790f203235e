import { setTimeout as delay } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { connectionBy } from '../../server/db/connection/severalServers.ts'
import { migrate, withClient } from '../../server/db/migrate.ts'
import { callSteadily, tokenIn } from '../support/failoverRun.ts'
import { folderOfFile } from '../support/folder.ts'
import { isPrimary, startCluster } from '../support/patroni.ts'
import { runServer, type ServerProcess, until } from '../support/process.ts'
import { whyNoPatroni } from '../support/whyNoPatroni.ts'

// Two processes of the product on two servers of PostgreSQL under Patroni, one through HAProxy and one by a list of
// hosts: TEST_PATRONI is how often the primary is switched over, and how often it is killed.

const reason = whyNoPatroni()
const rounds = Number(process.env['TEST_PATRONI'] ?? 0)

describe.skipIf(reason)(`with Patroni${reason ? ` (${reason})` : ''}`, () => {
  let cluster: Awaited<ReturnType<typeof startCluster>>
  let servers: ServerProcess[] = []
  let token: string
  const dataDirs = ['haproxy', 'list'].map(name => folderOfFile(`patroni-${name}`))
  const acknowledged: string[] = []
  const env = { AUDIT_KEY: 'a key of the drill alone 0123456789abcdef', SMS_PROVIDER: 'none' }
  beforeAll(async () => {
    cluster = await startCluster()
    const { atPrimary } = await cluster.addresses('postgres', 'postgres')
    await withClient(connectionBy(atPrimary), async client => {
      await client.query(`create role firm_server login password '${cluster.password}'`)
      await client.query('create database product owner firm_server')
    })
    const { atPrimary: own, byHaproxy, byList } = await cluster.addresses('firm_server', 'product')
    const connection = connectionBy(own)
    await migrate(connection, { superuser: { ...connection, user: 'postgres' } })
    token = await tokenIn({ connection })
    servers = [byHaproxy, byList].map((url, nth) =>
      runServer({ ...env, DATA_DIR: dataDirs[nth]!(), DATABASE_URL: url }),
    )
    await Promise.all(servers.map(server => server.isListening()))
  })
  afterAll(async () => {
    await Promise.all(servers.map(server => server.stop()))
    await cluster.stop()
  })

  /** Changes the primary under constant writes. Returns the milliseconds from the new primary to the first write of each process. */
  const changeUnderLoad = async (prefix: string, change: () => Promise<void>) => {
    const ports = servers.map(server => Number(/"port":(\d+),"msg":"listening"/.exec(server.output())![1]))
    const load = callSteadily(place => ports[place % 2]!, token, prefix)
    /** Until both processes have had a write acknowledged that they began after `from`; milliseconds until then. */
    const bothWrite = async (from: number) => {
      const firstBy = (server: number) =>
        load.outcomes.find(
          ({ place, isWrite, at, code }) => isWrite && code === '200' && at > from && place % 2 === server,
        )
      await until(async () => firstBy(0) && firstBy(1), 120_000)
      return [0, 1].map(server => Math.round(firstBy(server)!.at + firstBy(server)!.ms - from))
    }
    await bothWrite(performance.now())
    const former = await cluster.leader()
    const next = cluster.members.find(member => member !== former)!
    const changing = change()
    await until(() => isPrimary(next), 120_000)
    const ms = await bothWrite(performance.now())
    await changing
    await load.end()
    acknowledged.push(...load.acknowledged)
    await cluster.isWhole()
    // Patroni refuses a switchover within the same turn of its loop.
    await delay(3_000)
    const failed = load.outcomes.filter(({ code }) => code !== '200')
    const codes = [...new Set(failed.map(({ code }) => code))]
    process.stdout.write(
      `${prefix}: writes after the new primary after ${ms.join(' and ')} ms (HAProxy, list), ${load.acknowledged.length} acknowledged, refused ${failed.length} (${codes.join(', ')})\n`,
    )
    return codes
  }

  const changes = {
    switchover: () => cluster.switchOver(),
    'kill of the primary': () => cluster.killPrimary(),
  }
  for (const [name, change] of Object.entries(changes))
    test(
      `${rounds} times, a ${name} answers nothing but 5030 while no primary is there, and writes go on`,
      {
        timeout: rounds * 240_000,
      },
      async () => {
        const codes = new Set<string>()
        for (let round = 0; round < rounds; round += 1)
          for (const code of await changeUnderLoad(`${name[0]!.toUpperCase()}${round}W`, change))
            codes.add(code)
        expect([...codes].filter(code => code !== '5030')).toEqual([])
      },
    )

  test('no acknowledged write is lost, and the log is whole', { timeout: 300_000 }, async () => {
    const { atPrimary, byList } = await cluster.addresses('firm_server', 'product')
    const stored = await withClient(connectionBy(atPrimary), async client => {
      await client.query(`select set_config('app.firm_id', '1', false)`)
      return (await client.query<{ name: string }>('select post_name as name from positions')).rows
    })
    const names = new Set(stored.map(({ name }) => name))
    expect(acknowledged.length).toBeGreaterThan(0)
    expect(acknowledged.filter(name => !names.has(name))).toEqual([])
    const verify = runServer(
      { ...env, DATA_DIR: dataDirs[1]!(), DATABASE_URL: byList },
      { entry: 'dist-server/cli.js', args: ['verify-audit'] },
    )
    expect((await verify.ended).code, verify.output() + verify.errors()).toBe(0)
  })
})
