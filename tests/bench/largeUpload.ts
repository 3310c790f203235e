// An interrupted and resumed upload of a 300 MB video to a server with a folder of its own: time, memory, and what
// remains after another upload is cancelled. `npm run bench -- largeUpload`.
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'

import { createStorage } from '../../server/services/files/storage.ts'
import { startApp } from '../support/app.ts'
import { setup } from '../support/database.ts'
import { createFolder } from '../support/folder.ts'
import { pieceOfVideo } from '../support/video.ts'

const size = 300 * 1024 * 1024
const print = (line: string) => void process.stdout.write(`${line}\n`)
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`

const stop = await setup()
const { path: folder, remove } = await createFolder('upload')
try {
  const app = await startApp({ services: { storage: createStorage(folder) } })
  const admin = await app.as('admin')
  const begin = () =>
    admin.call('uploads.begin', { scene: 'video', size, mime: 'video/mp4', fingerprint: 'film' })
  const sendPiece = (key: string, offset: number, body: BodyInit) =>
    app.fetch(`/upload/piece?${new URLSearchParams({ key, offset: String(offset) })}`, {
      method: 'PUT',
      headers: { Token: admin.token },
      body,
      duplex: 'half',
    } as RequestInit)
  const broken = (from: number) => {
    let piecesSent = 0
    return new ReadableStream<Uint8Array>({
      pull: controller => {
        if (piecesSent === 10) return controller.error(new Error('broken off'))
        controller.enqueue(pieceOfVideo(from + piecesSent * 100_000, 100_000))
        piecesSent += 1
      },
    })
  }
  /** Sends pieces up to `end`; every twentieth piece is interrupted once. */
  const send = async (end: number) => {
    let { key, offset, pieceSize } = await begin()
    let breaks = 0
    for (let pieces = 1; offset < end; pieces++) {
      if (pieces % 20 === 0) {
        await sendPiece(key, offset, broken(offset)).catch(() => undefined)
        breaks += 1
        offset = (await begin()).offset
      }
      const length = Math.min(pieceSize, size - offset)
      const response = await sendPiece(key, offset, pieceOfVideo(offset, length))
      const { code, data } = (await response.json()) as { code: string; data: { offset: number } }
      if (code !== '200') throw new Error(code)
      offset = data.offset
    }
    return { key, breaks }
  }
  let peak = process.memoryUsage.rss()
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
  const before = process.memoryUsage.rss()
  const start = performance.now()
  const { key, breaks } = await send(size)
  await admin.call('uploads.finish', { key })
  print(
    `${megabytes(size)} in ${((performance.now() - start) / 1000).toFixed(1)} s, broken off ${breaks} times`,
  )
  print(`memory: ${megabytes(before)} before, ${megabytes(peak)} at most, the sender’s included`)
  clearInterval(watch)
  const [sentHash, storedHash] = [createHash('sha256'), createHash('sha256')]
  for (let at = 0; at < size; at += 1 << 22) sentHash.update(pieceOfVideo(at, Math.min(1 << 22, size - at)))
  for await (const piece of (await app.fetch(`/files/${key}`)).body!) storedHash.update(piece as Uint8Array)
  print(`served as it was sent: ${sentHash.digest('hex') === storedHash.digest('hex')}`)
  const half = await send(size / 2)
  await admin.call('uploads.cancel', { key: half.key })
  const remainingFiles = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(it =>
    it.isFile(),
  )
  print(`files left after another was cancelled half-way: ${remainingFiles.length - 1}`)
  await app.close()
} finally {
  await remove()
  await stop()
}
