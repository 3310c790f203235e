import { expect, it } from 'vitest'

import { startingApp } from '../../../server/http/starting.ts'

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

it('shows a browser a page that reloads by itself while the server starts', async () => {
  const response = await startingApp().request('/web/app/office/list', { headers: browser })
  expect([response.status, response.headers.get('content-type')]).toEqual([503, 'text/html; charset=UTF-8'])
  expect(response.headers.get('cache-control')).toBe('no-store')
  const text = await response.text()
  expect(text).toContain('<h1 style="font-size: 17px">服务正在启动，请稍候</h1>')
  expect(text).toMatch(/<meta http-equiv="refresh" content="\d">/)
  expect(text).not.toContain('<script')
})

it('answers calls with the envelope, and is alive, while the server starts', async () => {
  const app = startingApp()
  const call = await app.request('/api/office/page', { method: 'POST' })
  expect([call.status, await call.json()]).toEqual([
    503,
    { code: '5030', message: '服务正在启动，请稍候', data: null },
  ])
  expect((await app.request('/health/live', { headers: browser })).status).toBe(200)
})
