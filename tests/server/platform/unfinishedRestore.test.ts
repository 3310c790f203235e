import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { backup } from '../../../server/db/backup/backup.ts'
import { withClient } from '../../../server/db/migrate.ts'
import { emptyDatabase, freshDatabase } from '../../support/database.ts'
import { folderOfTest } from '../../support/folder.ts'
import { runServer, until } from '../../support/process.ts'

/**
 * A restore that has written its rows and blocks at its first file, whose path is a pipe that nobody reads.
 */
const halfRestored = async () => {
  const folder = await folderOfTest('unfinished')
  const uploads = join(folder, 'uploads')
  await mkdir(join(uploads, '1'), { recursive: true })
  await writeFile(join(uploads, '1/photo.jpg'), 'a picture')
  const source = await freshDatabase()
  onTestFinished(source.close)
  await withClient(source.connection, client =>
    client.query(`select set_config('app.firm_id', '1', false);
      insert into firms (firm_id, name, short_name) values (1, 'Kept', 'K')`),
  )
  const file = join(folder, 'whole.tar')
  await backup(source.connection, uploads, file)

  const dataDir = join(folder, 'data')
  const place = join(dataDir, 'files/1/photo.jpg')
  await mkdir(join(dataDir, 'files/1'), { recursive: true })
  execFileSync('mkfifo', [place])
  const { connection, url, drop } = await emptyDatabase()
  onTestFinished(drop)
  const env = { DATA_DIR: dataDir, DATABASE_URL: url }
  const command = (...args: string[]) => runServer(env, { entry: 'dist-server/cli.js', args })
  const names = () =>
    withClient(connection, async client => {
      await client.query(`select set_config('app.firm_id', '1', false)`)
      return (await client.query<{ name: string }>('select name from firms')).rows.map(it => it.name)
    })
  const killed = command('restore', file)
  await until(async () => (await names()).length > 0)
  killed.child.kill('SIGKILL')
  await killed.ended
  await unlink(place)
  return { file, env, place, command, names }
}

it.runIf(process.platform !== 'win32')(
  'a restore that was killed after its rows prevents a start, and its command completes it',
  // The test starts seven processes, which takes 20 s on an idle machine.
  { timeout: 300_000 },
  async () => {
    const { file, env, place, command, names } = await halfRestored()
    const temporaryFolders = async () =>
      (await readdir(dirname(file))).filter(name => name.startsWith('.backup-'))
    expect(await temporaryFolders()).toHaveLength(1)
    for (const refused of [
      runServer({ ...env, DEMO: 'on' }),
      command('migrate'),
      command('backup', `${file}2`),
    ]) {
      onTestFinished(async () => void (await refused.stop()))
      expect((await refused.ended).code).toBe(1)
      expect(refused.errors()).toContain(`npm run cli -- restore ${file}`)
    }
    const secondRestore = command('restore', file)
    expect(await secondRestore.ended, secondRestore.errors()).toMatchObject({ code: 0 })
    expect(await readFile(place, 'utf8')).toBe('a picture')
    expect(await names()).toEqual(['Kept'])
    expect(await temporaryFolders()).toEqual([])
    const server = runServer(env)
    onTestFinished(async () => void (await server.stop()))
    await server.isListening()
    expect((await server.get('/health/ready')).status).toBe(200)
  },
)

it.runIf(process.platform !== 'win32')(
  'a start removes the remains of a killed backup and leaves a running backup alone',
  async () => {
    const folder = await folderOfTest('left-backup')
    const { connection, url, close } = await freshDatabase()
    onTestFinished(close)
    const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: url }
    const temporaryFolders = async () => (await readdir(folder)).filter(name => name.startsWith('.backup-'))
    await withClient(connection, async client => {
      // Each backup blocks at this table, after creating and locking its folder.
      await client.query('begin; lock table transfer_requests in access exclusive mode')
      const backups = []
      for (const name of ['alive.tar', 'killed.tar']) {
        const command = runServer(env, { entry: 'dist-server/cli.js', args: ['backup', join(folder, name)] })
        onTestFinished(async () => void (await command.stop()))
        backups.push(command)
        await until(async () => (await temporaryFolders()).length === backups.length)
        await until(async () => {
          // Unlike pg_stat_activity, pg_locks is read anew within a transaction.
          const { rows } = await client.query(
            `select pid from pg_locks where not granted and relation = 'transfer_requests'::regclass`,
          )
          return rows.length === backups.length
        })
      }
      const [alive, killed] = backups
      killed!.child.kill('SIGKILL')
      await killed!.ended
      expect(await temporaryFolders()).toHaveLength(2)
      const server = runServer(env)
      onTestFinished(async () => void (await server.stop()))
      await server.isListening()
      expect(await temporaryFolders()).toHaveLength(1)
      await client.query('rollback')
      expect(await alive!.ended, alive!.errors()).toMatchObject({ code: 0 })
      expect(await temporaryFolders()).toEqual([])
    })
  },
)
