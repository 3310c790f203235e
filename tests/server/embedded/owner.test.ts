import type pg from 'pg'
import { beforeAll, expect, it, onTestFinished } from 'vitest'

import { logProtection } from '../../../server/db/rules/auditWall.ts'
import { type Embedded, startEmbedded } from '../../../server/db/embedded/embedded.ts'
import { withClient } from '../../../server/db/migrate.ts'
import { folderOfFile, folderOfTest } from '../../support/folder.ts'
import { runServer } from '../../support/process.ts'

const folder = folderOfFile('owner')
let embedded: Embedded
beforeAll(async () => {
  embedded = await startEmbedded({ dataDir: folder(), fsync: false })
  return () => embedded.stop()
})

const connectionAs = (login: string): pg.ClientConfig => ({
  ...embedded.superuser,
  user: login,
  password: 'secret',
  database: 'firm',
})
const urlOf = (login: string) => {
  const { host, port } = embedded.superuser
  return `postgresql://${login}:secret@localhost/firm?${new URLSearchParams({ host: host!, port: String(port) })}`
}
const ask = (config: pg.ClientConfig, statement: string) =>
  withClient(config, async client => (await client.query(statement)).rows as Record<string, unknown>[])

/** Starts a server and stops it once it is ready. */
const startOnce = async (env: Record<string, string>) => {
  const server = runServer({ DATA_DIR: await folderOfTest('owner-data'), ...env })
  onTestFinished(async () => void (await server.stop()))
  await server.isListening()
  expect((await server.get('/health/ready')).status).toBe(200)
  expect(await server.stop()).toBe(0)
  return server
}

it('an installation with one role can hand its tables to another, after which the server can only append to the log', async () => {
  const { superuser } = embedded
  await ask(superuser, `create role firm_server login password 'secret'`)
  await ask(superuser, `create database firm owner firm_server template template0 encoding 'UTF8'`)
  await startOnce({ DATABASE_URL: urlOf('firm_server') })
  expect(await withClient(connectionAs('firm_server'), logProtection)).toMatchObject({ isOwner: true })

  // The commands of docs/operate.md.
  await ask(superuser, `create role firm_owner login password 'secret'`)
  await ask({ ...superuser, database: 'firm' }, `reassign owned by firm_server to firm_owner`)

  const env = { DATABASE_URL: urlOf('firm_server'), DATABASE_OWNER_URL: urlOf('firm_owner') }
  await startOnce(env)
  expect(await withClient(connectionAs('firm_server'), logProtection)).toEqual({
    hasTrigger: true,
    isOwner: false,
    isSuperuser: false,
    changes: [],
  })
  await expect(ask(connectionAs('firm_server'), 'delete from logs')).rejects.toMatchObject({ code: '42501' })
  await expect(
    ask(connectionAs('firm_server'), 'alter table logs disable trigger all'),
  ).rejects.toMatchObject({
    code: '42501',
  })
  const args = ['create-admin', '新律所', 'admin', '张三丰', '13800000001']
  const command = runServer(
    { ...env, DATA_DIR: await folderOfTest('owner-cli') },
    { entry: 'dist-server/cli.js', args },
  )
  expect(await command.ended).toMatchObject({ code: 0 })
  expect(await ask({ ...superuser, database: 'firm' }, 'select from logs')).not.toEqual([])
})
