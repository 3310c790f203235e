import { spawn } from 'node:child_process'
import { createServer, request } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'

/** A third-party S3 server with one bucket in a folder. */
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
    bucket: {
      url: `http://127.0.0.1:${port}/firm`,
      name: 'firm',
      prefix: '',
      region: 'us-east-1',
      keyId: 'S3RVER',
      secret: 'S3RVER',
    },
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Imitates the bucket's own host name at OSS and COS: prefixes each path with the bucket. */
export const startVirtualHost = async (url: string) => {
  const { port, pathname } = new URL(url)
  const server = createServer((incoming, response) => {
    const { method, headers, url: path = '' } = incoming
    const onward = request({ host: '127.0.0.1', port, method, headers, path: pathname + path }, answer => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    incoming.pipe(onward)
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo = Object(server.address())
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: () => new Promise(resolve => void server.close(resolve)),
  }
}
