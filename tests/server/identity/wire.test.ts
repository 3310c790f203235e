import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Envelope, startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startApp()
  token = (await app.as('admin')).token
})
afterAll(() => app.close())

const envelope = {
  code: expect.any(String) as string,
  message: expect.any(String) as string,
  data: {},
  requestId: expect.any(String) as string,
}
const json = { 'Content-Type': 'application/json' }
const raw = async (method: string, path: string, body?: string, headers: Record<string, string> = json) => {
  const response = await app.fetch(path, {
    method,
    headers: { Token: token, ...headers },
    ...(body !== undefined && { body }),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Envelope }
}
const add = (body: string, headers?: Record<string, string>) => raw('POST', '/firm/post', body, headers)
const draft = {
  postName: '主任',
  postCode: 'Director',
  postLevel: 1,
  isPartner: 0,
  needLicence: 0,
  sort: 0,
  enabled: '1',
}

describe('D every answer has the envelope', () => {
  test.each([
    ['an unknown path', 404, () => raw('GET', '/nothing/here')],
    ['a wrong method', 405, () => raw('DELETE', '/auth/self')],
    ['another content type', 415, () => add(JSON.stringify(draft), { 'Content-Type': 'text/plain' })],
    ['no content type', 415, () => add(JSON.stringify(draft), {})],
    [
      'a form where JSON is due',
      415,
      () => add('postName=x', { 'Content-Type': 'application/x-www-form-urlencoded' }),
    ],
    ['more than 1 MB', 413, () => add(JSON.stringify({ ...draft, remark: 'x'.repeat(1_100_000) }))],
    ['broken JSON', 200, () => add('{"postName":')],
    ['an array', 200, () => add('[]')],
    ['a depth of 33', 200, () => add(`{"a":${'['.repeat(33)}${']'.repeat(33)}}`)],
    ['a depth of 10,000', 200, () => add(`{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)],
    [
      '1,001 keys',
      200,
      () => add(JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`k${at}`, 1])))),
    ],
    ['a query parameter twice', 200, () => raw('GET', '/firm/post/page?pageNum=1&pageNum=2')],
  ])('%s: HTTP %i', async (_, status, ask) => {
    const answer = await ask()
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ ...envelope, code: '4000' })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('other sites may not read answers', async () => {
    const { headers } = await raw('GET', '/auth/self', undefined, { Origin: 'https://elsewhere.example' })
    expect([...headers.keys()].filter(it => it.startsWith('access-control'))).toEqual([])
    expect((await raw('OPTIONS', '/auth/self')).status).toBe(405)
  })
})

describe('undeclared input', () => {
  test.each(['id', 'createdBy', 'version', '__proto__', 'constructor'])(
    '%s is refused at its name',
    async name => {
      const { body } = await add(JSON.stringify(draft).replace('{', `{"${name}":{"isAdmin":true},`))
      expect(body).toMatchObject({ code: '4220' })
      expect(Object.keys((body.data as { errors: object }).errors)).toEqual([name])
      expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
    },
  )

  test('is refused in queries and paths too', async () => {
    expect((await raw('GET', '/firm/post/page?secret=1')).body.code).toBe('4220')
    for (const id of ['abc', '0', '-1', '1.5', '99999999999999999999', '1e3', '%00', "1'", '01', '00', '1.0'])
      expect((await raw('GET', `/firm/post/${id}`)).body.code).toBe('4220')
  })
})

describe('firmId', () => {
  test('is compared with the session and has no other effect', async () => {
    const code = async (query: string) => (await raw('GET', `/firm/post?${query}`)).body.code
    expect(await code('firmId=1')).toBe('200')
    expect(await code('firmId=2')).toBe('4030')
    expect(await code('firmId=1&firmId=2')).toBe('4000')
    expect(await code('firmId=1%20or%201=1')).toBe('4000')
    const both = await raw('POST', '/firm/post?firmId=1', JSON.stringify({ ...draft, firmId: 2 }))
    expect(both.body.code).toBe('4000')
    expect((await add(JSON.stringify({ ...draft, firmId: 2 }))).body.code).toBe('4030')
  })
})

test('text is cleaned: NFC, no control or zero-width characters, no lone surrogates', async () => {
  const remark = '\u200Be\u0301t\u0000\u0007\u202Eé\uD800 '
  const { body } = await add(
    JSON.stringify({ ...draft, postName: ' 主\u200B任 ', postCode: 'Clean Text', remark }),
  )
  const { postId } = body.data as { postId: number }
  const row = await (await app.as('admin')).call('positions.one', { postId })
  expect(row).toMatchObject({ postName: '主任', remark: '\u00E9t\u00E9\uFFFD' })
})

test('search text is taken literally', async () => {
  for (const keyword of ['%', '_', '\\', "' or 1=1 --"]) {
    const { body } = await raw('GET', `/firm/post/page?${new URLSearchParams({ keyword })}`)
    expect(body).toMatchObject({ code: '200', data: { total: 0 } })
  }
})
