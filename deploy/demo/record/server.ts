import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { recordingPassword } from '../accounts.ts'

const root = join(import.meta.dirname, '../../..')

/** A running server with the demo firm. */
type DemoServer = { url: string; stop: () => Promise<void> }

const portIn = (output: string) => /"port":(\d+),"msg":"listening"/.exec(output)?.[1]

/** Starts the built server with the demo firm in this folder, or in the database that `DATABASE_URL` names. */
export const startServer = async (dataDir: string): Promise<DemoServer> => {
  const hooks = ['--import', './server/process/moduleHooks.mjs']
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DEMO: 'on',
    DEMO_PASSWORD: recordingPassword,
    NODE_ENV: 'development',
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
