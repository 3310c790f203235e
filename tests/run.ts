import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { ensureChromium } from './support/chromium.ts'
import { startSystemPostgres } from './support/systemPostgres.ts'

type Step = { name: string; seconds: number; isFine: boolean }

const root = join(import.meta.dirname, '..')
const bin = (name: string): string => join(root, 'node_modules/.bin', name)
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const steps: Step[] = []

const run = (command: string, args: string[], env: NodeJS.ProcessEnv): Promise<boolean> =>
  new Promise(resolve => {
    const child = spawn(bin(command), args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', () => resolve(false))
    child.on('close', code => resolve(code === 0))
  })

const step = async (name: string, work: () => Promise<boolean>): Promise<void> => {
  print(`\n▶ ${name}`)
  const start = performance.now()
  const isFine = await work()
  steps.push({ name, isFine, seconds: (performance.now() - start) / 1000 })
}

/** The server's tests once more, on the PostgreSQL of a distribution and through a given address. */
const onSystemPostgres = async (env: NodeJS.ProcessEnv): Promise<boolean> => {
  const server = await startSystemPostgres()
  if (typeof server === 'string') {
    print(`跳过 (skipped): ${server}`)
    return true
  }
  try {
    return await run('vitest', ['run', '--project', 'server'], { ...env, TEST_DATABASE_URL: server.url })
  } finally {
    await server.stop()
  }
}

// The tools name their interpreter `node`, which must be the project's own and not the machine's.
const path = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
const env = { CHROMIUM_PATH: ensureChromium(), PATH: path }
await step('types', () => run('tsc', ['-p', '.'], env))
await step('lint', () => run('oxlint', [], env))
await step('format', () => run('oxfmt', ['--check', '.'], env))
await step('build', () => run('vite', ['build', '--logLevel', 'warn'], env))
await step('tests', () => run('vitest', ['run', ...process.argv.slice(2)], env))
await step('server tests on the system PostgreSQL', () => onSystemPostgres(env))

print('')
for (const { name, seconds, isFine } of steps) print(`${isFine ? '✓' : '✗'} ${name} ${seconds.toFixed(1)} s`)
const failed = steps.filter(({ isFine }) => !isFine).length
print(`${steps.length - failed} steps passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
