import { spawn } from 'node:child_process'
import type { StdioOptions } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import { isAcceptable, runTwiceOnFailure } from './support/attempts.ts'
import type { Failure, Outcome } from './support/attempts.ts'
import { ensureChromium } from './support/chromium.ts'
import { FAILURES_FILE } from './support/failureReporter.ts'
import { useMemoryFolder } from './support/folder.ts'
import { whyNoPooler } from './support/pooler.ts'
import { startSystemPostgres } from './support/systemPostgres.ts'

type Step = { name: string; seconds: number; outcome: Outcome }

const root = join(import.meta.dirname, '..')
const bin = (name: string): string => join(root, 'node_modules/.bin', name)
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const steps: Step[] = []
const MAX_REPORT_LENGTH = 3000
/** vitest writes into a pipe, from which it can't see that a terminal is at the other end. */
const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
const reportFolder = join(root, 'node_modules/.cache/tests')
mkdirSync(reportFolder, { recursive: true })

/** Shows the output of a command as it comes, unless `keep` collects it; `tail` gets all of it as well. */
const run = (
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  { keep, tail }: { keep?: (text: string) => void; tail?: (text: string) => void } = {},
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

const projects = (...names: string[]): string[] => names.flatMap(name => ['--project', name])

/** The reported failures. If the runner failed without reporting one, its last lines stand for it. */
const failuresIn = (report: string, lastOutput: string): Failure[] => {
  const failures: Failure[] = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : []
  return failures.length > 0 ? failures : [{ file: '', text: `the test runner failed:\n${lastOutput}` }]
}

/** Printed again in the last lines, because a log of thousands of lines is often cut to its end. */
const finalReports: string[] = []

/** Runs vitest, and files with failures once more; see `runTwiceOnFailure`. */
const vitest = async (
  step: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  { keep, wanted = [] }: { keep?: (text: string) => void; wanted?: string[] } = {},
): Promise<Outcome> => {
  const { outcome, reports } = await runTwiceOnFailure(async (number, onlyFiles) => {
    const report = join(reportFolder, `${process.pid} ${step} ${number}.json`)
    const reporting = ['--reporter', 'default', '--reporter', './tests/support/failureReporter.ts']
    const files = onlyFiles.length > 0 ? onlyFiles : wanted
    const vitestEnv = { ...env, ...colours, [FAILURES_FILE]: report }
    let lastOutput = ''
    const tail = (text: string): void => void (lastOutput = (lastOutput + text).slice(-MAX_REPORT_LENGTH))
    const isPassed = await run('vitest', ['run', ...reporting, ...args, ...files], vitestEnv, { keep, tail })
    return { isPassed, failures: isPassed ? [] : failuresIn(report, lastOutput) }
  })
  finalReports.push(...reports.map(text => `${step} · ${text}`.slice(0, MAX_REPORT_LENGTH)))
  return outcome
}

const step = async (name: string, work: () => Promise<Outcome>): Promise<void> => {
  print(`\n▶ ${name}`)
  const start = performance.now()
  const outcome = await work()
  steps.push({ name, outcome, seconds: (performance.now() - start) / 1000 })
}

/**
 * Starts a step that runs in parallel with another one. Calling the result prints its output when both have ended.
 */
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

/**
 * Tests whose result may differ with another version, build or collation of PostgreSQL and with a given login: every
 * call (a statement that only the embedded version knows would fail), every sorted and filtered list, schema, grants,
 * separation of firms, backup and proof of the log. Pure computations of the server are not included.
 */
const databaseTests = [
  ...['lists', 'records', 'statements'].map(it => `tests/server/conformance/${it}.`),
  'tests/server/records/',
  ...['auditWall', 'backup', 'connections', 'firms', 'migrate'].map(it => `tests/server/platform/${it}.`),
  'tests/server/identity/processes',
]

/** Tests that use the connections of calls; they run a second time through PgBouncer in transaction mode. */
const pooledTests = [
  ...['lists', 'records', 'statements'].map(it => `tests/server/conformance/${it}.`),
  'tests/server/records/',
  ...['conflicts', 'firms', 'jobs'].map(it => `tests/server/platform/${it}.`),
  'tests/server/identity/processes',
]

const throughPooler = async (env: NodeJS.ProcessEnv, keep: (text: string) => void): Promise<Outcome> => {
  const reason = whyNoPooler()
  if (reason) {
    finalReports.push(`没有 PgBouncer 可用，未经连接池测试 (not tested through PgBouncer: ${reason})`)
    return 'passed'
  }
  const args = [...projects('server'), '--maxWorkers', '1']
  const poolerEnv = { ...env, TEST_POOLER: 'on' }
  return vitest('PgBouncer', args, poolerEnv, { keep, wanted: pooledTests })
}

/** Runs these server tests once more on the PostgreSQL of a distribution and at a given address. */
const onSystemPostgres = async (env: NodeJS.ProcessEnv, keep: (text: string) => void): Promise<Outcome> => {
  const server = await startSystemPostgres()
  if (typeof server === 'string') {
    finalReports.push(
      `没有第二个 PostgreSQL 可用 (there is no second PostgreSQL: ${server}; install one, or pass ${FLAGS.withoutSystemPostgres})`,
    )
    return 'skipped'
  }
  try {
    const args = [...projects('server'), '--maxWorkers', '1']
    const serverEnv = { ...env, TEST_DATABASE_URL: server.url }
    return await vitest('system PostgreSQL', args, serverEnv, { keep, wanted: databaseTests })
  } finally {
    await server.stop()
  }
}

const FLAGS = {
  /** For a gate that must not fail by accident. The unsteady test is still printed. */
  tolerateUnsteady: '--tolerate-unsteady',
  /** For a machine on which no second PostgreSQL can be installed. */
  withoutSystemPostgres: '--without-system-postgres',
}

useMemoryFolder()
// The tools start `node` by name, which must be the project's own and not the machine's.
const path = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
const env = { CHROMIUM_PATH: ensureChromium(), PATH: path }
const flags = new Set(Object.values(FLAGS))
const filters = process.argv.slice(2).filter(arg => !flags.has(arg))
const hasFlag = (name: keyof typeof FLAGS): boolean => process.argv.includes(FLAGS[name])

const tool = async (
  command: string,
  args: string[],
  toolEnv: NodeJS.ProcessEnv,
  keep?: (text: string) => void,
): Promise<Outcome> => ((await run(command, args, toolEnv, { keep })) ? 'passed' : 'failed')

// A single checker, because several would each compute most of the types; the other core runs the lint meanwhile.
const types = stepBeside('types', keep => tool('tsc', ['-p', '.', '--checkers', '1'], env, keep))
await step('lint', () => tool('oxlint', [], env))
await step('format', () => tool('oxfmt', ['--check', '.'], env))
await step('build', () => tool('vite', ['build', '--logLevel', 'warn'], env))
;(await types)()
if (filters.length > 0) await step('tests', () => vitest('tests', [], env, { wanted: filters }))
else {
  // The tests on the other PostgreSQL run in parallel with the rest, those through the pooler after them.
  const onOther = hasFlag('withoutSystemPostgres')
    ? undefined
    : stepBeside('server tests on the system PostgreSQL', keep => onSystemPostgres(env, keep))
  const pooled = Promise.resolve(onOther).then(() =>
    stepBeside('server tests through PgBouncer', keep => throughPooler(env, keep)),
  )
  // One more worker than cores, because for a quarter of the time two of them wait for a page, a database or a
  // process.
  const workers = ['--maxWorkers', String(availableParallelism() + 1)]
  await step('tests', () => vitest('tests', workers, env))
  ;(await onOther)?.()
  ;(await pooled)()
}

const tolerance = { toleratesUnsteady: hasFlag('tolerateUnsteady') }
const marks: Record<Outcome, string> = { passed: '✓', unsteady: '!', failed: '✗', skipped: '✗' }
for (const text of finalReports) print(`\n${text}`)
print('')
for (const { name, seconds, outcome } of steps)
  print(`${marks[outcome]} ${name} ${seconds.toFixed(1)} s${outcome === 'passed' ? '' : ` (${outcome})`}`)
const failed = steps.filter(({ outcome }) => !isAcceptable(outcome, tolerance)).length
print(`${steps.length - failed} steps passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
