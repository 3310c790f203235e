import { execFileSync, spawn } from 'node:child_process'
import type { StdioOptions } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import { listUnsteady, overdueTests, runTwiceOnFailure, type UnsteadyTest } from './support/attempts.ts'
import type { Outcome } from './support/attempts.ts'
import { ensureChromium } from './support/chromium.ts'
import { whyNoPatroni } from './support/whyNoPatroni.ts'
import { whyNoCitus } from './support/whyNoCitus.ts'
import { databaseFingerprint, isProvenOnAllDatabases, PROVEN_FILE } from './support/databaseProof.ts'
import { presentFolders, useMemoryFolder } from './support/folder.ts'
import { whyNoPooler } from './support/pooler.ts'
import { testsReachedBy } from './support/reachedTests.ts'
import {
  allTimes,
  type FileTime,
  type Report,
  summaryOfTimes,
  type TestFailure,
} from './support/runReport.ts'
import { REPORT_FILE } from './support/runReporter.ts'
import { whyNoSystemPostgres } from './support/systemPostgres.ts'

type Step = { name: string; seconds: number; outcome: Outcome }

const root = join(import.meta.dirname, '..')
const bin = (name: string): string => join(root, 'node_modules/.bin', name)
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const MAX_REPORT_LENGTH = 3000
/** vitest writes into a pipe, from which it can't see that a terminal is at the other end. */
const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
const reportFolder = join(root, 'node_modules/.cache/tests')
const unsteadyFile = join(root, 'tests/unsteady.json')
mkdirSync(reportFolder, { recursive: true })

const { values: options, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: {
    /** Also what the gate leaves out: every page in every look and language, every statement on every database. */
    all: { type: 'boolean', default: false },
    /** Types, lint of what differs from a commit, declarations and conventions: what takes seconds. */
    quick: { type: 'boolean', default: false },
    /** Only what the files reach that differ from a commit. */
    changed: { type: 'boolean', default: false },
    since: { type: 'string', default: 'HEAD' },
    /** Writes the seconds of every file and test. */
    durations: { type: 'boolean', default: false },
    /** For a machine on which no second PostgreSQL can be installed. */
    'without-system-postgres': { type: 'boolean', default: false },
  },
})

const steps: Step[] = []
/** Printed again in the last lines, because a log of thousands of lines is often cut to its end. */
const finalReports: string[] = []
const times: FileTime[] = []

type Output = { keep?: (text: string) => void; tail?: (text: string) => void }

/** Shows the output of a command as it comes, unless `keep` collects it; `tail` gets all of it as well. */
const run = (
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  { keep, tail }: Output = {},
): Promise<boolean> =>
  new Promise(resolve => {
    const stdio: StdioOptions = keep || tail ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(bin(command), args, { cwd: root, stdio, env: { ...process.env, ...env } })
    const pass = (text: string): void => {
      if (keep) keep(text)
      else process.stdout.write(text)
      tail?.(text)
    }
    for (const output of [child.stdout, child.stderr]) output?.setEncoding('utf8').on('data', pass)
    child.on('error', () => resolve(false))
    child.on('close', code => resolve(code === 0))
  })

const readReport = (path: string): Report =>
  existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { failures: [], files: [] }

const runnerFailure = (lastOutput: string): TestFailure => ({
  file: '',
  test: '',
  text: `the test runner failed:\n${lastOutput}`,
})

/** Runs vitest, and files with failures once more; see `runTwiceOnFailure`. */
const vitest = async (args: string[], env: NodeJS.ProcessEnv): Promise<Outcome> => {
  const result = await runTwiceOnFailure(async (number, onlyFiles) => {
    const path = join(reportFolder, `${process.pid} ${number}.json`)
    const reporting = ['--reporter', 'default', '--reporter', './tests/support/runReporter.ts']
    let lastOutput = ''
    const tail = (text: string): void => void (lastOutput = (lastOutput + text).slice(-MAX_REPORT_LENGTH))
    const all = ['run', ...reporting, ...args, ...(onlyFiles.length > 0 ? onlyFiles : filters)]
    const isPassed = await run('vitest', all, { ...env, ...colours, [REPORT_FILE]: path }, { tail })
    const { failures, files } = readReport(path)
    if (number === 1) times.push(...files)
    // If the runner failed without reporting a failure, its last lines stand for it.
    return { isPassed, failures: isPassed || failures.length > 0 ? failures : [runnerFailure(lastOutput)] }
  })
  finalReports.push(...result.reports.map(text => text.slice(0, MAX_REPORT_LENGTH)))
  noteUnsteady(result.unsteady)
  return result.outcome
}

const today = new Date().toISOString().slice(0, 10)
const readUnsteady = (): UnsteadyTest[] => JSON.parse(readFileSync(unsteadyFile, 'utf8'))

const noteUnsteady = (found: readonly TestFailure[]): void => {
  if (found.length === 0) return
  const list = listUnsteady(readUnsteady(), found, today)
  writeFileSync(unsteadyFile, `${JSON.stringify(list, null, 2)}\n`)
  finalReports.push('unsteady tests are listed in tests/unsteady.json; each must be mended within seven days')
}

const step = async (name: string, work: () => Promise<Outcome>): Promise<void> => {
  print(`\n▶ ${name}`)
  const start = performance.now()
  const outcome = await work()
  steps.push({ name, outcome, seconds: (performance.now() - start) / 1000 })
}

/** Starts a step that runs in parallel with others; calling the result prints its output. */
const stepBeside = async (
  name: string,
  work: (keep: (text: string) => void) => Promise<Outcome>,
): Promise<() => void> => {
  const texts: string[] = []
  const start = performance.now()
  const outcome = await work(text => void texts.push(text))
  const seconds = (performance.now() - start) / 1000
  return () => {
    print(`\n▶ ${name}\n${texts.join('')}`)
    steps.push({ name, outcome, seconds })
  }
}

const tool = async (
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  keep?: (text: string) => void,
): Promise<Outcome> => ((await run(command, args, env, { ...(keep && { keep }) })) ? 'passed' : 'failed')

/** The projects that need something which this machine lacks, as arguments of vitest that leave them out. */
const withoutProjects = (): string[] => {
  const left: string[] = []
  const noSystem = whyNoSystemPostgres()
  if (options['without-system-postgres']) left.push('server on the system PostgreSQL')
  else if (noSystem) {
    const sentence = `没有第二个 PostgreSQL 可用 (there is no second PostgreSQL: ${noSystem}; install one, or pass --without-system-postgres)`
    finalReports.push(sentence)
    steps.push({ name: 'tests on the system PostgreSQL', outcome: 'skipped', seconds: 0 })
    left.push('server on the system PostgreSQL')
  }
  const noPooler = whyNoPooler()
  if (noPooler) {
    finalReports.push(`没有 PgBouncer 可用，未经连接池测试 (not tested through PgBouncer: ${noPooler})`)
    left.push('server through PgBouncer')
  }
  const noCitus = whyNoCitus()
  if (noCitus) {
    finalReports.push(`没有 Citus，未试分布式数据库 (the tests on Citus were skipped: ${noCitus})`)
    left.push('drill on Citus')
  }
  const noPatroni = whyNoPatroni()
  if (noPatroni) {
    finalReports.push(`没有 Patroni，未试主库切换演练 (the drill with Patroni was skipped: ${noPatroni})`)
    left.push('drill with Patroni')
  }
  return left.map(name => `--project=!${name}`)
}

const changedFiles = (): string[] => {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...git('diff', '--name-only', options.since), ...git('ls-files', '--others', '--exclude-standard')]
}

useMemoryFolder()
const foldersBefore = new Set(presentFolders())
// The tools start `node` by name, which must be the project's own and not the machine's.
const path = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
const isProven = isProvenOnAllDatabases()
const env = {
  PATH: path,
  ...(options.all && { TEST_ALL: 'on' }),
  ...((options.all || !isProven) && { TEST_DATABASES: 'all' }),
}
// One more worker than cores, because for a quarter of the time two of them wait for a page, a database or a process.
const workers = ['--maxWorkers', String(availableParallelism() + 1)]

const build = () => tool('node', ['bootstrap.mjs', 'build'], env)

const proveWhole = async (): Promise<void> => {
  const browser = { CHROMIUM_PATH: ensureChromium() }
  await step('lint', () => tool('oxlint', [], env))
  // tsconfig.json asks for a single checker, because several would each compute most of the types; the other core builds meanwhile.
  // Beside the lint, which uses every core and holds the types too, both would take 7 GB and no less time.
  const types = stepBeside('types', keep => tool('tsc', ['-p', '.'], env, keep))
  await step('format', () => tool('oxfmt', ['--check', '.'], env))
  await step('build', build)
  ;(await types)()
  await step('tests', () => vitest([...workers, ...withoutProjects()], { ...env, ...browser }))
}

/** Types, and the lint and the format of these files. */
const checkSources = async (files: readonly string[]): Promise<void> => {
  const present = files.filter(file => existsSync(join(root, file)))
  const sources = present.filter(file => /\.(tsx?|mjs)$/.test(file))
  const types = stepBeside('types', keep => tool('tsc', ['-p', '.'], env, keep))
  if (sources.length > 0) await step('lint', () => tool('oxlint', sources, env))
  await step('format', () => tool('oxfmt', ['--check', ...(present.length > 0 ? present : ['.'])], env))
  ;(await types)()
}

/** Unit tests that read files of megabytes, compile, start processes, or try every text or pattern: 110 of the project's 125 s. */
const longUnits = [
  'tests/{attempts,punctuation,scripts}.test.ts',
  'tests/declarations/{casts,explainChange,messages,mistakes,newKind,patterns,placeNames,supply,traditional}.test.ts',
  'tests/providers/{authCache,language,nameRank,photoArchive,readSheet,readXlsx,sheetInputs,sheetLoss,zipEntries}.test.{ts,tsx}',
]

const proveQuickly = async (): Promise<void> => {
  const left = longUnits.flatMap(pattern => ['--exclude', pattern])
  const units = step('tests', () => vitest(['--project', 'unit', '--maxWorkers', '2', ...left], env))
  await checkSources(changedFiles())
  await units
}

const proveChanged = async (): Promise<void> => {
  const files = changedFiles()
  if (files.length === 0) return print(`nothing differs from ${options.since}`)
  const { tests, pages, needsBrowser } = testsReachedBy(files)
  await checkSources(files)
  if (needsBrowser) await step('build', build)
  if (tests.length === 0) return
  const browser = needsBrowser ? { CHROMIUM_PATH: ensureChromium() } : {}
  const only = pages ? { TEST_PAGES: pages.join(',') } : {}
  filters.push(...tests)
  await step('tests', () => vitest([...workers, ...withoutProjects()], { ...env, ...browser, ...only }))
}

await (options.quick ? proveQuickly() : options.changed ? proveChanged() : proveWhole())

const overdue = overdueTests(readUnsteady(), today)
for (const { file, test, date } of overdue)
  finalReports.push(`✗ unsteady since ${date}, and not mended within seven days: ${file} · ${test}`)
if (overdue.length > 0) steps.push({ name: 'unsteady tests', outcome: 'failed', seconds: 0 })
// A leak of a test file is reported there already; this finds those of a global set-up.
const leftBehind = presentFolders().filter(name => !foldersBefore.has(name))
if (leftBehind.length > 0) {
  finalReports.push(`✗ folders left behind: ${leftBehind.join(', ')}`)
  steps.push({ name: 'leaks', outcome: 'failed', seconds: 0 })
}

const marks: Record<Outcome, string> = { passed: '✓', unsteady: '!', failed: '✗', skipped: '✗' }
const failed = steps.filter(({ outcome }) => outcome === 'failed' || outcome === 'skipped').length
const isWhole = !options.changed && !options.quick && filters.length === 0 && failed === 0
if (isWhole && (options.all || !isProven)) {
  writeFileSync(PROVEN_FILE, databaseFingerprint())
  print('\nserver/db had changed, and is proven on every database again (tests/provenDatabases.txt)')
}
if (times.length > 0) {
  print('')
  for (const line of summaryOfTimes(times)) print(line)
  if (options.durations) {
    const file = join(reportFolder, 'durations.txt')
    writeFileSync(file, `${allTimes(times).join('\n')}\n`)
    print(`seconds of every test: ${file}`)
  }
}
for (const text of finalReports) print(`\n${text}`)
print('')
for (const { name, seconds, outcome } of steps)
  print(`${marks[outcome]} ${name} ${seconds.toFixed(1)} s${outcome === 'passed' ? '' : ` (${outcome})`}`)
print(`${steps.length - failed} steps passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
