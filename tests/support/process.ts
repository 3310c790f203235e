import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

import { createFolderNow } from './folder.ts'
import { noteOpened } from './opened.ts'
import { ensureServerBuild } from './serverBuild.ts'

const root = join(import.meta.dirname, '../..')

/** Waits for a state instead of a fixed time; the deadline only ends a wait that would never succeed. */
export const until = async <T>(
  ask: () => Promise<T | undefined | false>,
  deadlineMs = 280_000,
): Promise<T> => {
  let last: unknown
  for (const end = Date.now() + deadlineMs; Date.now() < end; await delay(20)) {
    try {
      const answer = await ask()
      if (answer !== undefined && answer !== false) return answer
    } catch (error) {
      last = error
    }
  }
  throw new Error('it did not come to pass', { cause: last })
}

export type ServerProcess = {
  child: ChildProcess
  output: () => string
  errors: () => string
  /** Resolves when the process has ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  get: (path: string, headers?: Record<string, string>) => Promise<Response>
  isListening: (deadlineMs?: number) => Promise<void>
  stop: () => Promise<number | null>
}

type Options = { uid?: number; gid?: number; entry?: string; args?: string[]; cwd?: string }

/**
 * The real server (or command) in a process of its own, on a free port and without the demo. Without `DATA_DIR` it gets a
 * folder that is removed when it has ended.
 */
export const runServer = (env: Record<string, string>, options: Options = {}): ServerProcess => {
  const { entry = 'dist-server/main.js', args = [], ...identity } = options
  ensureServerBuild()
  // Like `npm start`: compiled once instead of at each start.
  const cache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') }
  const inherited = { PATH: process.env['PATH'] ?? '', ...cache }
  const hooks = ['--import', pathToFileURL(join(root, 'server/process/moduleHooks.mjs')).href]
  // The flags of `npm start`: the memory of an idle process depends on both.
  const flags = [...hooks, '--max-semi-space-size=8', '--expose-gc']
  const dataFolder = env['DATA_DIR'] === undefined ? createFolderNow('process') : undefined
  const dataDir = dataFolder && { DATA_DIR: dataFolder.path }
  const child = spawn(process.execPath, [...flags, join(root, entry), ...args], {
    cwd: root,
    env: { ...inherited, PORT: '0', DEMO: 'off', DRAIN_SECONDS: '0', ...dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...identity,
  })
  const noteClosed = noteOpened(`process ${child.pid} of ${entry}`)
  const texts = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (texts.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (texts.stderr += text))
  const ended: ServerProcess['ended'] = new Promise(resolve => {
    child.on('close', (code, signal) => {
      dataFolder?.remove()
      noteClosed()
      resolve({ code, signal })
    })
  })
  const port = () => /"port":(\d+),"msg":"listening"/.exec(texts.stdout)?.[1]
  const isListening = async (deadlineMs?: number): Promise<void> => {
    await until(async () => {
      if (child.exitCode !== null) throw new Error(texts.stderr)
      return port()
    }, deadlineMs)
  }
  return {
    child,
    ended,
    isListening,
    output: () => texts.stdout,
    errors: () => texts.stderr,
    get: (path, headers = {}) => fetch(`http://127.0.0.1:${port()}${path}`, { headers }),
    stop: async () => {
      child.kill('SIGTERM')
      return (await ended).code
    },
  }
}
