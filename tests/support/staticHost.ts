import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.mp4': 'video/mp4',
}

const fileAt = async (path: string) => {
  const found = await stat(path).catch(() => null)
  if (found?.isDirectory()) return path.endsWith('/') ? join(path, 'index.html') : null
  return found && path
}

/** A plain static host: the files of a folder below a prefix, and its 404.html for every other address. */
export const startStaticHost = async (folder: string, prefix: string) => {
  const server = createServer((request, response) => {
    const answer = async () => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      const isWithin = pathname.startsWith(`${prefix}/`)
      const path = normalize(join(folder, decodeURIComponent(pathname.slice(prefix.length))))
      const file = isWithin && path.startsWith(folder) ? await fileAt(path) : null
      const sent = file ?? join(folder, '404.html')
      response.writeHead(file ? 200 : 404, {
        'Content-Type': types[extname(sent)] ?? 'application/octet-stream',
      })
      createReadStream(sent).pipe(response)
    }
    void answer()
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, stop }
}
