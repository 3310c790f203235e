import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { deleteFirmCommand, exportFirmCommand } from '../../../server/commands/leavingFirm.ts'
import { endSessionsCommand, resetAdminCommand } from '../../../server/commands/accounts.ts'
import { backupCommand, migrateCommand, restoreCommand } from '../../../server/commands/database.ts'
import type { Command, Connect, OfflineCommand, Tools } from '../../../server/commands/command.ts'
import { createAdminCommand } from '../../../server/commands/createAdmin.ts'
import { distributeCommand } from '../../../server/commands/distribute.ts'
import { createFirmCommand } from '../../../server/commands/createFirm.ts'
import {
  addHostCommand,
  listFirmsCommand,
  removeHostCommand,
  resumeFirmCommand,
  suspendFirmCommand,
} from '../../../server/commands/firms.ts'
import { sealSecretsCommand } from '../../../server/commands/secretKeys.ts'
import { seedCommand } from '../../../server/commands/seed.ts'
import { updateCompatibilityCommand } from '../../../server/commands/rehearsal/updateCompatibility.ts'
import { statusCommand } from '../../../server/commands/status.ts'
import { verifyAuditCommand } from '../../../server/commands/verifyAudit.ts'
import { workCommand } from '../../../server/commands/work.ts'
import { dueWorkNames } from '../../../server/db/rules/dueWork.ts'
import { readConfig } from '../../../server/process/config.ts'
import { createLog } from '../../../server/process/log.ts'
import {
  expireBulkRows,
  expireMessages,
  expireMirrors,
  expireRevisions,
} from '../../../server/services/jobs/housekeeping.ts'
import { enqueue, type Tasks } from '../../../server/services/jobs/queue.ts'
import { connectDirectory } from '../../support/directories.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { emptyDatabase, freshDatabase } from '../../support/database.ts'
import { findingsOf } from '../../support/firmStatements.ts'
import { folderOfFile } from '../../support/folder.ts'
import { setStage, type Stage } from '../../support/stage.ts'
import { everyStatementOf } from '../../support/statements.ts'

// What runs without a call: the jobs and the commands of the terminal. Of a query that is about several firms this file says why;
// those that are spread over databases have to ask each of them for it.

type Purpose = { query: RegExp; why: string }

const wholeInstallation: Purpose[] = [
  { query: /^copy \(select "[^()]*" from "\w+"\) to stdout$/, why: 'a backup holds the rows of all firms' },
  {
    query: /^select distinct date_trunc\('month', created_at/,
    why: 'a backup says which months the log has',
  },
]
/** The firms themselves; their rows in other tables are read by their firm. */
const allFirms = (why: string): Purpose[] => [
  { query: /^select (?:f\w*\.)?firm_id as (?:"firmId"|id\b).* from firms\b/, why },
]
const behind = {
  query: /^select "log_heads"\."firm_id", coalesce\("log_forwards"\."seq", 0\) from "log_heads" left join /,
  why: 'finds the firms whose log the target lacks rows of, by the end of each and the position at the target',
}
/** By the job or the command that sends it. */
const acrossFirms: Readonly<Record<string, Purpose[]>> = {
  expireUnusable: allFirms('finds the firms with rows to remove, with one look-up in each table'),
  releaseAbandonedJobs: [behind],
  forwardLog: [behind],
  restoreJobs: [
    {
      query:
        /^with item as materialized \(select item\.\* from (?:webhook_deliveries|message_mirrors|text_messages|bulk_runs|directory_runs) as item where /,
      why: 'adds missing jobs, by the index of what waits in each table',
    },
    {
      query:
        /^with due\(firm_id, at\) as materialized \(.+ from \(select distinct new\.firm_id, .+ from "\w+" as new where /,
      why: 'adds missing jobs of what has a date',
    },
    {
      query:
        /^with due\(firm_id, at\) as materialized \(.+ from \(select firm_id, case when .+ from firm_configs where /,
      why: 'adds missing jobs of what firms have done each day',
    },
    ...allFirms('finds the firms with names that have no key yet'),
  ],
  expireLogs: allFirms('finds the firms whose oldest row is too old, with one look-up in the log of each'),
  expireMessages: allFirms(
    'finds the firms whose oldest row is too old, with one look-up in the rows of each',
  ),
  expireRevisions: allFirms(
    'finds the firms whose oldest row is too old, with one look-up in the rows of each',
  ),
  expireBulkRows: allFirms('finds the firms with rows to remove, with one look-up in each table'),
  backup: [...wholeInstallation, ...allFirms('counts the rows of each firm as that firm')],
  'create-admin': allFirms('refuses a second firm'),
  'create-firm': allFirms('finds the next free number'),
  'list-firms': allFirms('lists the firms'),
  status: [
    {
      query: /^select \(select count\(\*\)::int from firms where true\)/,
      why: 'counts the rows of all firms',
    },
  ],
  'verify-audit': allFirms('lists the firms, whose logs it verifies in turn'),
  'seal-secrets': allFirms('lists the firms, whose secrets it encrypts in turn'),
}

const target = { address: 'https://logs.example.com/', send: () => Promise.resolve() }
const folder = folderOfFile('firmStatements')
let app: TestApp
let stage: Stage
let tools: Tools
beforeAll(async () => {
  app = await startApp({ services: { logTargets: { receiver: target } } })
  stage = await setStage(app)
  const { connection } = app.database
  const config = readConfig({
    DATA_DIR: join(folder(), 'data'),
    BACKUP_DIR: join(folder(), 'backups'),
    DATABASE_URL: app.database.url,
  })
  await mkdir(config.dataDir)
  const print = () => {}
  tools = { config, log: createLog('silent'), connection, owner: connection, superuser: undefined, print }
})
afterAll(() => app.close())

const job = async <N extends keyof Tasks>(name: N, payload: Tasks[N]) => {
  await app.database.write(null, db => enqueue(db, name, payload))
  await app.runJobs()
}

const inYears = () => new Date(Date.now() + 5 * 365 * 24 * 3_600_000)

const jobs: { [N in keyof Tasks]: () => Promise<unknown> } = {
  releaseAbandonedJobs: () => job('releaseAbandonedJobs', {}),
  forwardLog: () => job('forwardLog', { target: 'receiver' }),
  restoreJobs: () => job('restoreJobs', {}),
  dueWork: async () => {
    for (const work of dueWorkNames) await job('dueWork', { firmId: 1, work })
  },
  expireUnusable: () => job('expireUnusable', {}),
  codeMessage: async () => {
    const { codeId } = await app.call('session.code', { scene: 'login' })
    const picture = { codeId, code: app.outbox.captchas.get(codeId)! }
    await app.call('session.queryCode', { mobile: '13800000001', scene: 'login', ...picture })
    await app.receiveSms('13800000001')
  },
  directoryCompare: async () => {
    const { admin } = stage
    await connectDirectory(app)
    await admin.call('lawyers.compareDirectory')
    await app.runJobs()
  },
  passwordMessage: async () => {
    const { admin, organizationId } = stage
    await admin.call('loginRegSet.update', { ...(await admin.call('loginRegSet.get')), initialPwdMode: 2 })
    const person = { name: '穆弘', mobile: '13733330011', organizationId, personType: 2 as const }
    await admin.call('lawyers.addList', { mode: 'all', list: [person] })
    await app.receiveSms('13733330011')
  },
  webhook: async () => {
    const url = 'http://127.0.0.1:9/'
    const { id } = await stage.admin.call('webhooks.add', { name: '官网', url, events: ['lawyer.created'] })
    await stage.admin.call('webhooks.test', { id })
    await app.runJobs()
  },
  bulkRun: async () => {
    const { admin, organizationId } = stage
    const filter = { organizationId }
    await admin.call('bulkRuns.start', {
      resource: 'lawyers',
      action: 'disable',
      filter,
      answers: { reason: '集中停用' },
    })
    await app.runJobs()
  },
  removeFiles: () => job('removeFiles', { paths: ['1/1-1/gone.png'] }),
  expireCounters: () => job('expireCounters', {}),
  makeLogMonths: () => job('makeLogMonths', {}),
  mirror: async () => {
    await stage.setting('reminderSet', { mailTypes: [7], robotTypes: [7] })
    await stage.admin.call('announcements.announce', { title: '停电通知', content: '周六停电。' })
    await app.runJobs()
  },
  expireLogs: async () => {
    await app.database.write(1, db =>
      db.execute(sql`insert into firm_configs (firm_id, key, value)
        values (1, 'system', '{"security":{"logMonths":6}}'::jsonb)
        on conflict (firm_id, key) do update set value = excluded.value`),
    )
    app.clock.advance(inYears().getTime() - Date.now())
    await job('expireLogs', {})
  },
  expireMessages: async () => {
    await expireMessages(app.database, inYears(), 6)
    await expireMirrors(app.database, inYears())
  },
  expireRevisions: () => expireRevisions(app.database, inYears(), 6),
  expireBulkRows: () => expireBulkRows(app.database, inYears()),
}

const runWith = (given: Tools, command: Command | OfflineCommand, ...values: string[]) => {
  const connect: Connect = work => work(given)
  return 'runOffline' in command ? command.runOffline(connect, ...values) : command.run(given, ...values)
}
const run = (command: Command | OfflineCommand, ...values: string[]) => runWith(tools, command, ...values)

type Own = Pick<Tools, 'connection'> & { drop: () => Promise<void> }
/** Runs a command on a database of its own, without firms. */
const runOn = async ({ connection, drop }: Own, command: Command | OfflineCommand, ...values: string[]) => {
  onTestFinished(drop)
  const config = { ...tools.config, dataDir: join(folder(), connection.database!) }
  await mkdir(config.dataDir)
  await runWith({ ...tools, config, connection, owner: connection }, command, ...values)
}

/** Runs the command `work` until it has begun, and ends it as the operating system does. */
const workUntilStarted = () => {
  const end = () => void process.emit('SIGTERM', 'SIGTERM')
  return workCommand.run({ ...tools, print: () => setImmediate(end) })
}

const migratedDatabase = async (): Promise<Own> => {
  const { connection, close } = await freshDatabase()
  return { connection, drop: close }
}

const createAdmin = async () =>
  runOn(await migratedDatabase(), createAdminCommand, '一号律师事务所', 'boss', '顾主任', '13900001111')

const seed = async () => {
  const office = { key: 'main', name: '一号律师事务所', isMain: 1 }
  const file = join(folder(), 'firms.json')
  await writeFile(file, JSON.stringify({ firms: [{ firmId: 1, name: '一号律师事务所', offices: [office] }] }))
  await runOn(await migratedDatabase(), seedCommand, file)
}

/** Commands that do not connect to the database. */
const offline = ['config', 'new-secret-key']
/** Commands that restore a backup into a database of their own, and ask nothing else but that one. */
const ofCopies = ['record-answers', 'rehearse-upgrade']

const leaving = '清风律师事务所'
const commands: [name: string, work: () => Promise<unknown>][] = [
  ['create-firm', () => run(createFirmCommand, leaving, 'boss', '顾主任', '13900001111')],
  ['list-firms', () => run(listFirmsCommand)],
  ['add-host', () => run(addHostCommand, '3', 'qingfeng.example')],
  ['remove-host', () => run(removeHostCommand, 'qingfeng.example')],
  ['reset-admin', () => run(resetAdminCommand, '3', 'boss')],
  ['end-sessions', () => run(endSessionsCommand, '3')],
  ['export-firm', () => run(exportFirmCommand, '3', join(folder(), 'firm3'))],
  ['suspend-firm', () => run(suspendFirmCommand, '3')],
  ['resume-firm', () => run(resumeFirmCommand, '3')],
  ['delete-firm', () => run(suspendFirmCommand, '3').then(() => run(deleteFirmCommand, '3', leaving))],
  ['status', () => run(statusCommand)],
  ['seal-secrets', () => run(sealSecretsCommand)],
  ['migrate', () => run(migrateCommand)],
  ['update-compatibility', () => run(updateCompatibilityCommand)],
  ['distribute', () => expect(run(distributeCommand)).rejects.toThrow('DATABASE_OWNER_URL')],
  ['verify-audit', () => run(verifyAuditCommand)],
  ['backup', () => run(backupCommand, join(folder(), 'all.tar'))],
  ['restore', async () => runOn(await emptyDatabase(), restoreCommand, join(folder(), 'all.tar'))],
  ['create-admin', createAdmin],
  ['seed', seed],
  ['work', workUntilStarted],
]

test('every command of the terminal is run', async () => {
  const program = await readFile(join(import.meta.dirname, '../../../server/cli.ts'), 'utf8')
  const names = [...program.matchAll(/^  \['([a-z-]+)', \w+Command\],$/gm)].map(([, name]) => name!)
  expect([...commands.map(([name]) => name), ...offline, ...ofCopies].toSorted()).toEqual(names.toSorted())
})

test.each([...commands, ...Object.entries(jobs)])(
  '%s names the firm of each table in each of its statements, except those that are listed here',
  async (name, work) => {
    const seen = await everyStatementOf(work)
    expect(seen).not.toEqual([])
    const silent = seen.flatMap(findingsOf)
    const purposes = acrossFirms[name] ?? []
    // Whether the job that each start adds is run before the command ends is left to chance.
    const allowed = name === 'work' ? acrossFirms['restoreJobs']! : purposes
    const unexplained = silent.filter(
      ({ statement, isRefused }) => isRefused || !allowed.some(({ query }) => query.test(statement)),
    )
    expect([...new Set(unexplained.map(({ problem }) => problem))]).toEqual([])
    for (const { query, why } of purposes)
      expect(
        silent.some(({ statement }) => query.test(statement)),
        `${why}: no longer sent`,
      ).toBe(true)
  },
)
