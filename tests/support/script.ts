import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

const root = join(import.meta.dirname, '../..')

type Options = { args?: readonly string[]; env?: Record<string, string>; cwd?: string }
type RunningScript = {
  child: ChildProcessByStdio<null, Readable, Readable>
  output: () => string
  errors: () => string
  /** The exit code, once the script has ended. */
  ended: Promise<number | null>
}

/** A script of package.json, started as a person starts it. */
export const startScript = (
  name: string,
  { args = [], env = {}, cwd = root }: Options = {},
): RunningScript => {
  const child = spawn('npm', ['run', '-s', name, '--', ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const texts = { output: '', errors: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (texts.output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (texts.errors += text))
  const ended = new Promise<number | null>(resolve => void child.on('close', resolve))
  return { child, ended, output: () => texts.output, errors: () => texts.errors }
}

/** Everything that a script of package.json prints until it has ended. */
export const runScript = async (name: string, options?: Options) => {
  const { ended, output, errors } = startScript(name, options)
  return { code: await ended, output: output(), errors: errors() }
}
