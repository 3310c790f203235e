import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

/** An S3 server that others wrote, with one bucket in a folder. */
export const startBucket = async (folder: string) => {
  const entry = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js')
  const args = ['--directory', folder, '--address', '127.0.0.1', '--port', '0', '--configure-bucket', 'firm']
  const child = spawn(process.execPath, [entry, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise(resolve => child.once('exit', resolve))
  const port = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.once('exit', code => reject(new Error(`s3rver ended with ${code}`)))
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      const found = /listening on \S*:(\d+)/i.exec(text)?.[1]
      if (found) resolve(found)
    })
  })
  return {
    bucket: { url: `http://127.0.0.1:${port}/firm`, region: 'us-east-1', keyId: 'S3RVER', secret: 'S3RVER' },
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
