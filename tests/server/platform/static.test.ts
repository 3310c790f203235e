import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { beforeAll, expect, it } from 'vitest'
import { secureHeaders, staticRoutes } from '../../../server/http/static.ts'
import { folderOfFile } from '../../support/folder.ts'

const folder = folderOfFile('static')
let app: Hono

beforeAll(async () => {
  await mkdir(join(folder(), 'assets'))
  await writeFile(join(folder(), 'index.html'), '<p>the document</p>')
  await writeFile(join(folder(), 'assets/app-1a2b.js'), 'plain')
  await writeFile(join(folder(), 'assets/app-1a2b.js.br'), brotliCompressSync('plain'))
  await writeFile(join(folder(), 'favicon.svg'), '<svg />')
  await writeFile(join(folder(), '.env'), 'hidden')
  app = new Hono()
  app.use(secureHeaders({ publicUrl: 'https://cards.example', uploadHosts: ['https://bucket.example'] }))
  app.route('/', staticRoutes(folder()))
})

const get = async (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })

it('redirects to the client', async () => {
  expect((await get('/')).headers.get('location')).toBe('/web/')
  expect((await get('/web')).headers.get('location')).toBe('/web/')
})

it.each(['/web/', '/web/app/office', '/web/login?from=x', '/web/app/office/1/detail'])(
  'answers %s with the document and forbids caching it',
  async path => {
    const answer = await get(path)
    expect([answer.status, await answer.text()]).toEqual([200, '<p>the document</p>'])
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  },
)

it('lets a hashed file be cached forever and sends it compressed to clients that accept it', async () => {
  const plain = await get('/web/assets/app-1a2b.js')
  expect(await plain.text()).toBe('plain')
  expect(plain.headers.get('cache-control')).toContain('immutable')
  const small = await get('/web/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' })
  expect(small.headers.get('content-encoding')).toBe('br')
  expect(small.headers.get('content-type')).toContain('javascript')
})

it('lets the icon be cached for a day', async () => {
  expect((await get('/web/favicon.svg')).headers.get('cache-control')).toBe('public, max-age=86400')
})

it.each(['/web/assets/gone-9z.js', '/web/.env', '/web/%2eenv', '/web/assets/../.env', '/web/..%2f.env'])(
  'answers 404 at %s',
  async path => {
    const answer = await get(path)
    expect(await answer.text()).not.toContain('hidden')
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control') ?? '').not.toContain('immutable')
  },
)

it('sends the content security policy with every answer', async () => {
  for (const path of ['/web/', '/web/assets/app-1a2b.js', '/nowhere']) {
    const { headers } = await get(path)
    const policy = headers.get('content-security-policy') ?? ''
    for (const rule of [
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy.split('; ')).toContain(rule)
    }
    expect(policy).toContain("connect-src 'self' https://bucket.example")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
  }
})

it('names the page of a preview link to no other site or page', async () => {
  expect((await get('/web/preview')).headers.get('referrer-policy')).toBe('no-referrer')
  expect((await get('/web/login')).headers.get('referrer-policy')).toBe('same-origin')
})
