import { mkdir, readdir } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { uploads } from '../../../resources/uploads.ts'
import { type Envelope, startApp, type TestApp } from '../../support/app.ts'
import { startBucket } from '../../support/bucket.ts'
import { folderOfFile } from '../../support/folder.ts'
import { runServer, type ServerProcess } from '../../support/process.ts'
import { pieceOfVideo } from '../../support/video.ts'

// The layout of deploy/compose.yaml, deploy/Caddyfile and deploy/nginx.conf: two processes with a bucket and no common
// folder, behind a proxy that gives each request to the process with fewer connections.

const folder = folderOfFile('two-machines')
let app: TestApp
let store: Awaited<ReturnType<typeof startBucket>>
let machines: ServerProcess[]

const startMachine = (name: string) =>
  runServer({
    DATA_DIR: join(folder(), name),
    DATABASE_URL: app.database.url,
    SMS_PROVIDER: 'none',
    BUCKET_URL: store.bucket.url,
    BUCKET_KEY_ID: store.bucket.keyId,
    BUCKET_SECRET: store.bucket.secret,
  })

beforeAll(async () => {
  for (const name of ['store', 'one', 'two']) await mkdir(join(folder(), name))
  store = await startBucket(join(folder(), 'store'))
  app = await startApp()
  machines = [startMachine('one'), startMachine('two')]
  for (const machine of machines) await machine.isListening()
})
afterAll(async () => {
  for (const machine of machines) await machine.stop()
  await app.close()
  await store.stop()
})

const portOf = (machine: ServerProcess) => /"port":(\d+),"msg":"listening"/.exec(machine.output())![1]!

/** A proxy that gives requests to the machines in turn, as happens when no other request is being answered. */
const startProxy = async () => {
  let count = 0
  const proxy = createServer((incoming, response) => {
    const { method, url: path, headers } = incoming
    const port = portOf(machines[(count += 1) % machines.length]!)
    const onward = request({ host: '127.0.0.1', port, method, path, headers }, answer => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    incoming.pipe(onward)
  })
  await new Promise<void>(resolve => void proxy.listen(0, '127.0.0.1', resolve))
  const { port }: AddressInfo = Object(proxy.address())
  return {
    origin: `http://127.0.0.1:${port}/api`,
    close: () => new Promise(resolve => void proxy.close(resolve)),
  }
}

const size = 9 * 1024 * 1024 + 5
const video = { scene: 'video', size, mime: 'video/mp4', fingerprint: '介绍.mp4 1764000000000' }

test('a video whose pieces arrive at both machines is stored whole', async () => {
  const { token } = await app.asNew('admin')
  const proxy = await startProxy()
  const send = async (method: string, path: string, body: BodyInit, headers = {}) => {
    const init = { method, body, headers: { Token: token, ...headers } }
    return (await (await fetch(proxy.origin + path, init)).json()) as Envelope
  }
  const call = (name: 'begin' | 'finish', input: object) =>
    send(uploads.calls[name].method, uploads.calls[name].path, JSON.stringify(input), {
      'Content-Type': 'application/json',
    })
  try {
    const { data: started } = await call('begin', video)
    const { key, pieceSize } = started as { key: string; pieceSize: number }
    for (let offset = 0; offset < size; offset += pieceSize) {
      const piece = pieceOfVideo(offset, Math.min(pieceSize, size - offset))
      const { data } = await send(
        'PUT',
        `/upload/piece?${new URLSearchParams({ key, offset: `${offset}` })}`,
        piece,
      )
      expect(data).toEqual({ offset: offset + piece.length })
      // The page after a reload asks where to go on.
      expect(await call('begin', video)).toMatchObject({ data: { key, offset: offset + piece.length } })
    }
    expect(await call('finish', { key })).toMatchObject({ code: '200', data: { key, size } })
    const stored = Buffer.from(await (await fetch(`${proxy.origin}/files/${key}`)).arrayBuffer())
    expect(stored.equals(pieceOfVideo(0, size))).toBe(true)
    const inBucket = await readdir(join(folder(), 'store'), { recursive: true })
    expect(inBucket.filter(it => it.includes('piece-'))).toEqual([])
  } finally {
    await proxy.close()
  }
})
