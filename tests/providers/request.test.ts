// @vitest-environment happy-dom
import Cookies from 'js-cookie'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import type { CallShape } from '../../providers/request.ts'
import type { UserInfo } from '../../providers/session.ts'
import { setLocation } from '../support/location.ts'

const chen: UserInfo = { id: 1, userType: 1, name: '陈管理', auth: ['admin'] }
const list: CallShape = { method: 'GET', path: '/firm/post/page', encoding: 'json' }
const add: CallShape = { method: 'POST', path: '/firm/post', encoding: 'json' }

const network = setupServer()
beforeAll(() => network.listen({ onUnhandledFrame: 'error' }))
afterAll(() => network.close())

const openTab = async () => {
  vi.resetModules()
  const session = await import('../../providers/session.ts')
  const { send } = await import('../../providers/request.ts')
  session.startSession('1-abc', chen, false)
  return { ...session, send }
}

let replace: ReturnType<typeof setLocation>
beforeEach(() => {
  replace = setLocation('/web/app/office/list')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  network.resetHandlers()
  Cookies.remove('tenant-admin-token', { path: '/web' })
  localStorage.clear()
})

const answer = (code: string, data: unknown = {}, message = '') => HttpResponse.json({ code, message, data })

/** Records requests and answers them. */
const record = (code = '200') => {
  const requests: { method: string; url: string; headers: Headers; body: string }[] = []
  network.use(
    http.all('*/api/*', async ({ request }) => {
      const { method, url, headers } = request
      requests.push({ method, url: url.replace('http://firm.test', ''), headers, body: await request.text() })
      return answer(code)
    }),
  )
  return requests
}

test('a GET sends firmId 1 and its input in the query, with lists comma-separated and empty values omitted', async () => {
  const requests = record()
  const { send } = await openTab()
  await send(list, { pageNum: 1, ids: [3, 4], keyword: '', enabled: undefined, name: '张 三' })
  expect(requests[0]?.url).toBe('/api/firm/post/page?pageNum=1&ids=3%2C4&name=%E5%BC%A0+%E4%B8%89&firmId=1')
  expect(requests[0]?.headers.get('token')).toBe('1-abc')
})

test('a path parameter is removed from the rest of the input', async () => {
  const requests = record()
  const { send } = await openTab()
  await send({ method: 'PUT', path: '/firm/post/{postId}', encoding: 'json' }, { postId: 7, remark: null })
  expect(requests[0]).toMatchObject({
    method: 'PUT',
    url: '/api/firm/post/7',
    body: '{"remark":null,"firmId":1}',
  })
  await send({ method: 'GET', path: '/area/{code}', encoding: 'json' }, { code: '../a/b' })
  expect(requests[1]?.url).toBe('/api/area/..%2Fa%2Fb?firmId=1')
  await expect(send({ method: 'DELETE', path: '/firm/post/{postId}', encoding: 'json' })).rejects.toThrow(
    'needs postId',
  )
})

test('a form is sent as a form, and firmId in the path is the firm’s id', async () => {
  const requests = record()
  const { send } = await openTab()
  await send(
    { method: 'POST', path: '/auth/firmAccessUserLogin', encoding: 'form' },
    { account: 'a&b', remember: 0 },
  )
  expect(requests[0]?.headers.get('content-type')).toMatch('application/x-www-form-urlencoded')
  expect(requests[0]?.body).toBe('account=a%26b&remember=0&firmId=1')
  await send(
    { method: 'POST', path: '/lawyer/card/createCard?firmId={firmId}', encoding: 'json' },
    { name: '张三' },
  )
  expect(requests[1]?.url).toBe('/api/lawyer/card/createCard?firmId=1')
})

test('a creation sends its idempotency key, and without a session no token', async () => {
  const requests = record()
  const { send, clearSession } = await openTab()
  await send(add, {}, { idempotencyKey: 'k1' })
  expect(requests[0]?.headers.get('idempotency-key')).toBe('k1')
  clearSession()
  await send(add)
  expect(requests[1]?.headers.has('token')).toBe(false)
})

test('ten calls answered with 4003 cause one message, stay pending, and lead to the root after two seconds', async () => {
  record('4003')
  const { send, onSession, readToken } = await openTab()
  const listener = vi.fn<() => void>()
  onSession(listener)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const settled = vi.fn<() => void>()
  for (let index = 0; index < 10; index++) void send(index % 2 ? add : list).then(settled, settled)
  await vi.waitFor(() => expect(readToken()).toBeUndefined(), { timeout: 60_000 })
  await vi.advanceTimersByTimeAsync(1900)
  expect(replace).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(replace).toHaveBeenCalledExactlyOnceWith('/web/')
  expect(listener).toHaveBeenCalledExactlyOnceWith('expired')
  expect(settled).not.toHaveBeenCalled()
})

test('a late 4003 of an earlier session does not end the current one', async () => {
  network.use(
    http.all('*/api/*', () => {
      Cookies.set('tenant-admin-token', '1-new', { path: '/web' })
      return answer('4003', {}, '登录超时，请重新登录')
    }),
  )
  const { send, readToken } = await openTab()
  await expect(send(list)).rejects.toMatchObject({ code: '4003' })
  expect(readToken()).toBe('1-new')
})

test.each(['4004', '4008'])('%s waits until the user signs in again and is sent once more', async code => {
  network.use(
    http.all('*/api/*', ({ request }) =>
      request.headers.get('token') === '1-new' ? answer('200', '已保存') : answer(code, {}, '登录超时'),
    ),
  )
  const { send, onSession, startSession, answerRenewal } = await openTab()
  const listener = vi.fn<() => void>()
  onSession(listener)
  const both = Promise.all([send(add), send(list)])
  await vi.waitFor(() => expect(listener).toHaveBeenCalledExactlyOnceWith('timeout'), { timeout: 60_000 })
  startSession('1-new', chen, false)
  answerRenewal(true)
  await expect(both).resolves.toEqual(['已保存', '已保存'])
})

test('4004 rejects if the user declines to sign in again', async () => {
  record('4004')
  const { send, onSession, answerRenewal } = await openTab()
  onSession(() => queueMicrotask(() => answerRenewal(false)))
  await expect(send(add)).rejects.toMatchObject({ code: '4004' })
})

test('a broken connection is reported as 服务异常', async () => {
  network.use(http.all('*/api/*', () => HttpResponse.error()))
  const { send } = await openTab()
  await expect(send(list)).rejects.toMatchObject({ code: '-1', message: '服务异常' })
})

test('a cancelled call is not reported as a failure', async () => {
  const { send } = await openTab()
  const signal = AbortSignal.abort()
  await expect(send(list, {}, { signal })).rejects.toMatchObject({ name: 'AbortError' })
})
