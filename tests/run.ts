import { spawn } from 'node:child_process'
import type { StdioOptions } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { ensureChromium } from './support/chromium.ts'
import { useMemoryFolder } from './support/folder.ts'
import { startSystemPostgres } from './support/systemPostgres.ts'

type Step = { name: string; seconds: number; isFine: boolean }

const root = join(import.meta.dirname, '..')
const bin = (name: string): string => join(root, 'node_modules/.bin', name)
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const steps: Step[] = []
const longestFailure = 3000
const reports = join(root, 'node_modules/.cache/tests')
mkdirSync(reports, { recursive: true })

/** What vitest's `json` reporter writes of a file, as far as it is read here. */
type Report = {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}
/** What a command writes is shown as it comes, or given to `keep`. */
const run = (
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  keep?: (text: string) => void,
): Promise<boolean> =>
  new Promise(resolve => {
    const stdio: StdioOptions = keep ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(bin(command), args, { cwd: root, stdio, env: { ...process.env, ...env } })
    if (keep) for (const output of [child.stdout, child.stderr]) output?.setEncoding('utf8').on('data', keep)
    child.on('error', () => resolve(false))
    child.on('close', code => resolve(code === 0))
  })

const projects = (...names: string[]): string[] => names.flatMap(name => ['--project', name])

type Failure = { file: string; text: string }

const failuresIn = (report: string): Failure[] => {
  // Without a report, vitest itself did not come to its end, and has said why.
  if (!existsSync(report)) return []
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'))
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter(it => it.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [{ file, text: message }]
    return failed.map(it => ({ file, text: `${it.fullName}\n${it.failureMessages.join('\n')}` }))
  })
}

/** Said again in the last lines: a log of thousands of lines is often cut to its end. */
const failures: string[] = []

/**
 * Runs vitest. Up to three files with failures are run once more: what passes then depended on the moment. It is told as
 * unsteady, with what it said, and does not stop the others' work; more than that is no accident.
 */
const vitest = async (
  step: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  { keep, wanted = [] }: { keep?: (text: string) => void; wanted?: string[] } = {},
): Promise<boolean> => {
  const attempt = async (number: number, only: string[]): Promise<{ isFine: boolean; failed: Failure[] }> => {
    const report = join(reports, `${process.pid} ${step} ${number}.json`)
    const reporting = ['--reporter', 'default', '--reporter', 'json', '--outputFile.json', report]
    const isFine = await run('vitest', ['run', ...reporting, ...args, ...only], env, keep)
    return { isFine, failed: isFine ? [] : failuresIn(report) }
  }
  const tell = (mark: string, failed: Failure[]): void => {
    for (const { file, text } of failed)
      failures.push(`${mark} ${step} · ${file} · ${text}`.slice(0, longestFailure))
  }
  const first = await attempt(1, wanted)
  const files = [...new Set(first.failed.map(it => it.file))]
  if (first.isFine || files.length === 0 || files.length > 3) {
    tell('✗', first.failed)
    return first.isFine
  }
  const second = await attempt(2, files)
  tell(second.isFine ? 'unsteady, passed when run again:' : '✗', first.failed)
  tell('✗ when run again:', second.failed)
  return second.isFine
}

const step = async (name: string, work: () => Promise<boolean>): Promise<void> => {
  print(`\n▶ ${name}`)
  const start = performance.now()
  const isFine = await work()
  steps.push({ name, isFine, seconds: (performance.now() - start) / 1000 })
}

/** A step beside another one; what it writes is shown when both are done. */
const stepBeside = async (
  name: string,
  work: (keep: (text: string) => void) => Promise<boolean>,
): Promise<() => void> => {
  const texts: string[] = []
  const start = performance.now()
  const isFine = await work(text => void texts.push(text))
  const seconds = (performance.now() - start) / 1000
  return () => {
    print(`\n▶ ${name}\n${texts.join('')}`)
    steps.push({ name, isFine, seconds })
  }
}

/**
 * What may differ in another version, build or collation of PostgreSQL, with a login that is given. Every call is made
 * there once (a statement that only the embedded version knows would fail), every list sorted and filtered; schema,
 * grants, walls between firms, LISTEN, backup and the log's proof are asked of it. What the server computes by itself is
 * not.
 */
const databaseTests = [
  ...['lists', 'records', 'statements'].map(it => `tests/server/conformance/${it}.`),
  'tests/server/records/',
  ...['auditWall', 'backup', 'connections', 'firms', 'migrate'].map(it => `tests/server/platform/${it}.`),
  'tests/server/identity/processes',
]

/** These tests of the server once more, on the PostgreSQL of a distribution and through a given address. */
const onSystemPostgres = async (env: NodeJS.ProcessEnv, keep: (text: string) => void): Promise<boolean> => {
  const server = await startSystemPostgres()
  if (typeof server === 'string') {
    keep(`跳过 (skipped): ${server}\n`)
    return true
  }
  try {
    const args = [...projects('server'), '--maxWorkers', '1']
    const given = { ...env, TEST_DATABASE_URL: server.url }
    return await vitest('system PostgreSQL', args, given, { keep, wanted: databaseTests })
  } finally {
    await server.stop()
  }
}

useMemoryFolder()
// The tools name their interpreter `node`, which must be the project's own and not the machine's.
const path = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
const env = { CHROMIUM_PATH: ensureChromium(), PATH: path }
const given = process.argv.slice(2)

// Several checkers work out most of the types once each; the other core has the lint meanwhile.
const types = stepBeside('types', keep => run('tsc', ['-p', '.', '--checkers', '1'], env, keep))
await step('lint', () => run('oxlint', [], env))
await step('format', () => run('oxfmt', ['--check', '.'], env))
await step('build', () => run('vite', ['build', '--logLevel', 'warn'], env))
;(await types)()
if (given.length > 0) await step('tests', () => vitest('tests', [], env, { wanted: given }))
else {
  const beside = stepBeside('server tests on the system PostgreSQL', keep => onSystemPostgres(env, keep))
  // One more than cores: a quarter of the time, two of them wait for a page, a database or a process that starts.
  const workers = ['--maxWorkers', String(availableParallelism() + 1)]
  await step('tests', () => vitest('tests', workers, env))
  ;(await beside)()
}

for (const failure of failures) print(`\n${failure}`)
print('')
for (const { name, seconds, isFine } of steps) print(`${isFine ? '✓' : '✗'} ${name} ${seconds.toFixed(1)} s`)
const failed = steps.filter(({ isFine }) => !isFine).length
print(`${steps.length - failed} steps passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
