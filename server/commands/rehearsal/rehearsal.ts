import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type pg from 'pg'

import { restoreInto, withBackup } from '../../db/backup/restore.ts'
import { installJobQueue } from '../../db/connection/jobQueue.ts'
import { ownVersion } from '../../db/migrate.ts'
import { type Migration, readMigrations } from '../../db/migrations.ts'
import { withScratchDatabase } from '../../db/scratchDatabase.ts'
import { measuredUpgrade, type UpgradeMeasures } from '../../db/upgrade/measuredUpgrade.ts'
import { lastBackupReader } from '../../services/operation/lastBackup.ts'
import { type Command, type Tools, UpgradeWarning, UsageError } from '../command.ts'
import { type RecordedAnswers, answersFile, compareAnswers } from './answers.ts'
import { askReadingCalls, successCount } from './askReadingCalls.ts'
import { compatibilityLines, upgradeFrom } from './updateCompatibility.ts'

// The upgrade of a copy: a backup is restored into a scratch database beside the one in use, brought to this release, and
// asked. The scratch database and the unpacked files are removed at the end; those of a killed command by the next one.

/** Milliseconds for which calls may have to wait for a table; the migration of a start waits as long for its lock. */
const slowMs = 3_000

/** The given backup, or the last one if it is a file that can be read here. */
const backupFile = async ({ config }: Tools, given: string | undefined): Promise<string> => {
  const file = given ?? (await lastBackupReader(config)())?.file
  if (file === undefined)
    throw new UsageError(
      '还没有备份，请先运行 backup，或写出备份文件 (no backup is known: make one, or name a file)',
    )
  if (/^https?:/.test(file) || file.endsWith('.age'))
    throw new UsageError(
      `上次的备份是 ${file}：请先下载、解密，再写出该文件 (download and decrypt the backup first, and name the file)`,
    )
  return file
}

type Upgraded = {
  connection: pg.ClientConfig
  folder: string
  at: Date
  version: number
  measures: UpgradeMeasures
}

/** Runs `work` with a copy of a backup that has been brought to this release. */
const withUpgradedCopy = async (
  { owner, superuser }: Tools,
  file: string,
  migrations: readonly Migration[],
  work: (copy: Upgraded) => Promise<void>,
): Promise<void> => {
  const done = await withBackup(file, backup =>
    withScratchDatabase({ owner, superuser }, async scratch => {
      const connection = { ...scratch, statement_timeout: 0, query_timeout: 0 }
      const folder = join(backup.folder, 'rehearsal')
      let measures: UpgradeMeasures | undefined
      await restoreInto(connection, join(folder, 'files'), file, backup, migrations, async client => {
        measures = await measuredUpgrade(client, migrations)
      })
      await installJobQueue(connection)
      const { version, createdAt } = backup.manifest
      await work({ connection, folder, at: new Date(createdAt), version, measures: measures! })
      return true
    }),
  )
  if (done === null)
    throw new UsageError(
      '数据库账号不能创建数据库：请授予 CREATEDB，或用 DATABASE_URL 指向另一台服务器 (grant CREATEDB to the owner of the tables, or name another server in DATABASE_URL)',
    )
}

/** Writes a file that only the user of this process may read, even if it existed before with other rights. */
const writePrivately = async (target: string, text: string) => {
  const file = await open(target, 'w', 0o600)
  try {
    await file.chmod(0o600)
    await file.writeFile(text)
  } finally {
    await file.close()
  }
}

export const recordAnswersCommand: Command = {
  takes: '<文件> [备份文件]',
  does: '在备份的副本上记录所有读取接口的答复，供下一版本比较 (record what the reading calls answer over a copy of a backup)',
  run: async (tools, target = '', given) => {
    const file = await backupFile(tools, given)
    await withUpgradedCopy(tools, file, readMigrations(), async ({ connection, folder, at }) => {
      const { answers, left } = await askReadingCalls(connection, { config: tools.config, folder, at })
      const content: unknown = {
        product: 'tenant-admin',
        format: 1,
        version: ownVersion(),
        backupAt: at.toISOString(),
        answers,
      }
      await writePrivately(target, JSON.stringify(content))
      tools.print(`已记录 (recorded): ${target}, ${successCount(answers)} answers of ${file}`)
      if (left.length > 0) tools.print(`没有询问 (not asked): ${left.join(', ')}`)
    })
  },
}

const readAnswers = async (file: string, at: Date): Promise<RecordedAnswers> => {
  const { success, data } = answersFile.safeParse(JSON.parse(await readFile(file, 'utf8')))
  if (!success) throw new UsageError(`${file} 不是 record-answers 的文件 (not a file of record-answers)`)
  if (data.backupAt !== at.toISOString())
    throw new UsageError(
      `${file} 记录的是 ${data.backupAt} 的备份，不是 ${at.toISOString()} 的 (its answers are of another backup)`,
    )
  return data.answers
}

const milliseconds = (ms: number) => `${Math.round(ms)} ms`

/** Prints what the upgrade did, and returns what is to be considered before it. */
const reportMeasures = (measures: UpgradeMeasures, limitMs: number, print: (line: string) => void) => {
  const { statements, locks, indexMs, rewritten, losses } = measures
  for (const { migration, statement, ms } of statements)
    print(`${migration}: ${statement} (${milliseconds(ms)})`)
  for (const { table, mode, ms } of locks) print(`锁 (lock) ${table}: ${mode}, ${milliseconds(ms)}`)
  print(`之后建立的索引 (indexes made afterwards): ${milliseconds(indexMs)}`)
  return [
    ...losses,
    ...rewritten.map(table => `整表重写 ${table} (rewrites a table)`),
    ...locks
      .filter(({ ms }) => ms > limitMs)
      .map(({ table, ms }) => `${table} 被锁 ${milliseconds(ms)}，期间调用需要等待 (calls wait for a table)`),
  ]
}

const kinds = { added: '增加 (added)', removed: '消失 (removed)', changed: '改变 (changed)' } as const

/** Prints how the answers differ, and returns what a caller would miss or find changed; additions are none of it. */
const reportAnswers = (
  before: RecordedAnswers,
  after: RecordedAnswers,
  print: (line: string) => void,
): string[] =>
  compareAnswers(before, after).flatMap(({ call, field, kind, count }) => {
    const line = `答复 (answer) ${call} ${field === '' ? '' : `${field} `}${kinds[kind]}, ${count}`
    if (kind !== 'added') return [line]
    print(line)
    return []
  })

const failedAnswers = (answers: RecordedAnswers): string[] =>
  Object.entries(answers).flatMap(([key, { code }]) =>
    code.startsWith('5') ? [`${key} 答复 ${code} (the call fails)`] : [],
  )

type Rehearsal = {
  file: string
  /** A file of `record-answers`. */
  answers?: string | undefined
  migrations?: readonly Migration[]
  limitMs?: number
}

/** Rehearses the upgrade to this release, or to other migrations; throws `UpgradeWarning` with what would be lost or changed. */
export const rehearseUpgrade = async (
  tools: Tools,
  { file, answers: recorded, migrations = readMigrations(), limitMs = slowMs }: Rehearsal,
): Promise<void> => {
  const { print } = tools
  const findings: string[] = []
  await withUpgradedCopy(tools, file, migrations, async ({ connection, folder, at, version, measures }) => {
    const before = recorded === undefined ? undefined : await readAnswers(recorded, at)
    print(`备份 (backup): ${file}, ${at.toISOString()}`)
    for (const line of compatibilityLines(upgradeFrom(version, migrations))) print(line)
    findings.push(...reportMeasures(measures, limitMs, print))
    const { answers, left, silentFirms } = await askReadingCalls(connection, {
      config: tools.config,
      folder,
      at,
    })
    print(`读取接口的答复 (answers of reading calls): ${successCount(answers)}`)
    if (left.length > 0) print(`没有询问 (not asked): ${left.join(', ')}`)
    if (before) findings.push(...reportAnswers(before, answers, print))
    else
      print('没有与升级前比较，请先用原来的版本运行 record-answers (not compared: no answers were recorded)')
    findings.push(...failedAnswers(answers))
    for (const firmId of silentFirms)
      findings.push(`律所 ${firmId} 没有一个读取接口答复成功 (no reading call of the firm succeeds)`)
  })
  if (findings.length === 0) return print('没有发现丢失、变慢或改变 (nothing is lost, slow or changed)')
  throw new UpgradeWarning(['升级前请考虑 (consider before the upgrade):', ...findings].join('\n  '))
}

export const rehearseUpgradeCommand: Command = {
  takes: '[备份文件] [答复文件]',
  does: '在备份的副本上预演升级，不改动正在使用的数据库 (rehearse the upgrade on a copy of a backup)',
  run: async (tools, given, answers) =>
    rehearseUpgrade(tools, { file: await backupFile(tools, given), answers }),
}
