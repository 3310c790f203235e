import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { recordingPassword } from '../accounts.ts'

const root = join(import.meta.dirname, '../../..')

/** A running server with the demo firm. */
type DemoServer = { url: string; stop: () => Promise<void> }

const portIn = (output: string) => /"port":(\d+),"msg":"listening"/.exec(output)?.[1]

/** What the server needs of the environment. A variable of an installation, such as its database, must not reach it. */
const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot', 'EXTENSIONS', 'NODE_COMPILE_CACHE']

/** Starts the built server with the demo firm on the embedded database in this folder. */
export const startServer = async (dataDir: string): Promise<DemoServer> => {
  const hooks = ['--import', './server/process/moduleHooks.mjs']
  const env = {
    ...Object.fromEntries(inherited.map(name => [name, process.env[name]])),
    DATA_DIR: dataDir,
    DEMO: 'on',
    DEMO_PASSWORD: recordingPassword,
    HOST: '127.0.0.1',
    PORT: '0',
    DRAIN_SECONDS: '0',
  }
  const child = spawn(process.execPath, [...hooks, 'dist-server/main.js'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    const port = portIn(output)
    if (port) resolve(port)
  })
  child.once('close', code => reject(new Error(`服务端没有启动 (the server did not start): ${code}`)))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { url: `http://127.0.0.1:${await promise}`, stop }
}
