import { execFile } from 'node:child_process'

import { serve } from '@hono/node-server'
import { getResponse, http, HttpResponse, type HttpHandler } from 'msw'
import { afterEach, expect, test } from 'vitest'

import { foreignBackend } from '../support/foreign/handlers.ts'
import { type Style, styles } from '../support/foreign/styles.ts'

let server: ReturnType<typeof serve> | undefined
afterEach(() => new Promise(resolve => (server ? server.close(resolve) : resolve(null))))

type Result = { status: number; output: string; asked: readonly string[] }

/** Runs the command against a back-end that answers by these handlers. */
const check = async (
  style: Style,
  before: HttpHandler[] = [],
  args: readonly string[] = [],
): Promise<Result> => {
  const requested: string[] = []
  const handlers = [...before, ...foreignBackend(style)]
  const fetch = async (request: Request) => {
    requested.push(`${request.method} ${new URL(request.url).pathname}`)
    return (await getResponse(handlers, request)) ?? HttpResponse.error()
  }
  const url = await new Promise<string>(resolve => {
    server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}`),
    )
  })
  const env = { ...process.env, CHECK_PASSWORD: 'b' }
  return new Promise(resolve => {
    execFile(
      process.execPath,
      ['providers/check/main.ts', url, 'admin', ...args],
      { env },
      (error, out, failure) =>
        resolve({ status: error ? Number(error.code) : 0, output: out + failure, asked: requested }),
    )
  })
}

test('reports for each call whether it is served, differs or is missing, and writes nothing', async () => {
  const { status, output, asked: requested } = await check(styles.plain)
  expect(output).toMatch(/^GET \/lawyer\/pageList {2}不同：.*records\[\]/m)
  expect(output).toMatch(/^GET \/area\/provinceList {2}/m)
  expect(output).toMatch(/^GET \/articleType\/page {2}内容分类 page$/m)
  expect(output).toContain('主要页面可以使用。')
  // The back-end answers the same rows for every filter.
  expect(output).toMatch(/^offices\.pageList 排序 name {2}失败：升序与降序不是相反的顺序$/m)
  expect(output).toMatch(/^offices\.pageList 筛选 status {2}未试：各行相同，无法判断$/m)
  expect(status).toBe(0)
  const writes = requested.filter(it => !it.startsWith('GET ') && !it.includes('Login'))
  expect(writes).toEqual([])
})

test('fails if a main screen has no data', async () => {
  const gone = http.get('*/api/lawyer/pageList', () => new HttpResponse('<html></html>', { status: 404 }))
  const { status, output } = await check(styles.texts, [gone])
  expect(output).toContain('主要页面不能使用，缺少：GET /lawyer/pageList')
  expect(status).toBe(1)
})

test('reports the result of each write, and removes its record even if the list does not show it', async () => {
  const createHandler = http.post('*/api/firm/post', () =>
    HttpResponse.json({ code: '200', message: '', data: { postId: 4711, version: 1 } }),
  )
  const { status, output, asked: requested } = await check(styles.plain, [createHandler], ['--write'])
  expect(output).toMatch(/^positions\.add {2}失败：.*没有出现在列表中/m)
  expect(requested).toContain('DELETE /api/firm/post/4711')
  expect(status).toBe(1)
})

test('reports why a record could not be created', async () => {
  const none = http.get('*/api/firmOrganization/pageList', () =>
    HttpResponse.json({ code: '200', message: '', data: { records: [], total: 0 } }),
  )
  const { output } = await check(styles.plain, [none], ['--write'])
  expect(output).toMatch(/^trends {2}未试：无法按声明填写所属律所$/m)
})
